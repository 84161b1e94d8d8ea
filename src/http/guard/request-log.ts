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
/** Spellings of degrees and of other positions. Prices, litres and times look the same and are masked as well. */
const POSITIONS = [
  // 9.66, 9,66, 9:39, 9 39, 9' 39, 9 deg: up to three digits, not part of a code or a date.
  /(?<!\p{Nd})\p{Nd}{1,3}[\s\p{Cf}\p{M}]*(?:[^\p{L}\p{N}\s&=/?%-][\s\p{Cf}\p{M}]*\p{Nd}|\s\p{Nd}|deg|grau|[°º˚])/iu,
  // A fraction of any number, without a whole part, or by an exponent.
  /\p{Nd}\.\p{Nd}|[-+−]\s*[.,]\p{Nd}|\p{Nd}e[-+]\p{Nd}/iu,
  // An open location code: 6FRC9V4M+2X, or its end.
  /[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2}/i,
  // An escape of HTML or of a script, and what is encoded too often to be read.
  /#x?[\da-f]{1,4};|[\\%]u[\da-f]{4}|%[\da-f]{2}/i,
]

/** `lat=-9.6&bairro=-9.66,-35.7` becomes `lat=*&bairro=*`, and `/-9.66,-35.7` becomes `/*`, also with encoded separators. */
function withoutPlaces(url = ''): string {
  return url
    .split(/([/?&]|%2f|%3f|%26)/i)
    .map((part) => {
      const text = decoded(part)
      if (!OF_A_PLACE.test(text) && !looksLikePosition(text)) return part
      const [name = ''] = text.split('=')
      const masked = part.replace(/(=|%3d).*/is, '$1*')
      return masked === part || looksLikePosition(name) ? '*' : masked
    })
    .join('')
}

/** Also of circled, raised and full-width digits. */
function looksLikePosition(text: string): boolean {
  return POSITIONS.some((spelling) => spelling.test(text) || spelling.test(text.normalize('NFKC')))
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
