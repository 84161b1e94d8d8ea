import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SignatureV4 } from '@smithy/signature-v4'

export const KEY = { accessKeyId: 'AKIDEXEMPLO', secretAccessKey: 'segredo/que+ninguem-deve-ver' }
export const REGION = 'us-east-1'

/**
 * What S3 would say against the signature of a request, by Amazon's own implementation of it; null when it holds. The program
 * signs with another.
 */
export async function faultOfSignature(req: IncomingMessage, url: URL, body: Buffer): Promise<string | null> {
  const { authorization = '', 'x-amz-content-sha256': sum, 'x-amz-date': date = '' } = req.headers
  const [, keyId, scope, names = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=[\da-f]{64}$/.exec(
      authorization,
    ) ?? []
  if (keyId === undefined || scope === undefined) return 'AccessDenied'
  if (keyId !== KEY.accessKeyId) return 'InvalidAccessKeyId'
  if (scope.split('/')[1] !== REGION) return 'AuthorizationHeaderMalformed'
  if (sum !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  const mustBeSigned = Object.keys(req.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!mustBeSigned.every((name) => signed.includes(name))) return 'AccessDenied'
  const signer = new SignatureV4({
    credentials: KEY,
    region: REGION,
    service: 's3',
    sha256: Sha256 as never,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const again = await signer.sign(
    {
      method: req.method ?? '',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(signed.map((name) => [name, String(req.headers[name])])),
    },
    {
      signingDate: new Date(
        String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
      ),
    },
  )
  return again.headers['authorization'] === authorization ? null : 'SignatureDoesNotMatch'
}

/** Called with `new`; the hashes are node's, the rules of signing are Amazon's. */
function Sha256(secret?: Uint8Array) {
  const hash = secret ? createHmac('sha256', secret) : createHash('sha256')
  return { update: (data: Uint8Array) => hash.update(data), digest: async () => hash.digest() }
}
