import type { Log } from '../../format/terminal/log.ts'
import type { Listener } from './fair-sharing.ts'

/** One line per finished request; `bytes` counts headers too. The client's address, its headers and its position are left out. */
export function logRequests(listener: Listener, log: Log): Listener {
  return (req, res, inLane) => {
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
    listener(req, res, inLane)
  }
}

/** Pages, stations and files. */
const SEGMENT = /^[a-z\d-]*(?:\.[a-z]+)*$/i
/** Words, a short whole number, or the CNPJ of a station. */
const VALUE = /^[a-z+-]*(?:\d{1,4}|\d{14})?$/i
const OF_A_PLACE = /lat|lon|lng|rota|perto/i

/**
 * The address with `*` for what may be the position of a person: degrees have many spellings, so only words, short whole
 * numbers, codes and names of files are logged. `lat=-9.6&bairro=-9.66,-35.7&limite=3` becomes `lat=*&bairro=*&limite=3`.
 */
function withoutPlaces(url = ''): string {
  const [path = '', ...queries] = url.split('?')
  const shown = path.split('/').map((segment) => (SEGMENT.test(segment) ? segment : '*'))
  const pairs = queries.join('?').split('&').map(withoutPlace)
  return `${shown.join('/')}${queries.length > 0 ? `?${pairs.join('&')}` : ''}`
}

function withoutPlace(pair: string): string {
  const [name = '', ...values] = pair.split('=')
  if (!/^[a-z_]*$/i.test(name)) return '*'
  const value = values.join('=')
  return values.length === 0 || (VALUE.test(value) && !OF_A_PLACE.test(name)) ? pair : `${name}=*`
}
