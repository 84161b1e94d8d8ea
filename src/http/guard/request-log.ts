import type { RequestListener } from 'node:http'
import type { Log } from '../../format/terminal/log.ts'

/**
 * One line per finished request; `bytes` counts headers too. Personal data is left out: the client's address, its headers, the
 * position it asks from.
 */
export function logRequests(listener: RequestListener, log: Log): RequestListener {
  return (req, res) => {
    const start = performance.now()
    const { method, url, socket } = req
    const written = socket.bytesWritten
    res.once('close', () =>
      log('pedido', {
        metodo: method,
        endereco: withoutPlaces(url),
        status: res.statusCode,
        bytes: socket.bytesWritten - written,
        ms: Math.round((performance.now() - start) * 10) / 10,
        ...(!res.writableFinished && { interrompido: true }),
      }),
    )
    listener(req, res)
  }
}

/** A position's parameter, also behind a character that separates nothing, as in `a=1;lat=`. */
const OF_A_PLACE = /(?:^|[^a-z])(?:lat|lon|lng|rota|perto)[^=]*=/i
/** Degrees with a fraction or with their sign. Prices and litres look the same and are masked as well. */
const DEGREES = /(?<!\p{Nd})\p{Nd}{1,3}\s*(?:[.,．，٫]\s*\p{Nd}|[°º])/u

/** `lat=-9.6&bairro=-9.66,-35.7` becomes `lat=*&bairro=*`, and `/-9.66,-35.7` becomes `/*`, also with encoded separators. */
function withoutPlaces(url = ''): string {
  return url
    .split(/([/?&]|%2f|%3f|%26)/i)
    .map((part) => {
      const text = decoded(part)
      if (!OF_A_PLACE.test(text) && !DEGREES.test(text)) return part
      const [name = ''] = text.split('=')
      const masked = part.replace(/(=|%3d).*/is, '$1*')
      return masked === part || DEGREES.test(name) ? '*' : masked
    })
    .join('')
}

/** Decodes repeated percent-encoding; broken encoding is decoded character by character. */
function decoded(text: string): string {
  let read = text
  for (let times = 0; times < MOST_ENCODED && read.includes('%'); times++) read = decodedOnce(read)
  return read
}

const MOST_ENCODED = 5

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}
