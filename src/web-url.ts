/** What `readWebUrl` accepts, as a phrase after «use». */
export const URL_ACEITA = 'um endereço http:// ou https:// de até 500 caracteres, sem usuário, senha, ? nem #'

const LONGEST = 500
/** Of what a URL takes for a host: names and addresses, nothing that a header or a policy would read as more than one. */
const HOSTNAME = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/

/** Left as they are in a path, though they end a text in a shell, a link in Markdown or are in no URI at all. */
const UNQUOTED = /['()[\]|^]/g

/** What comes of it is ASCII: letters are encoded in the path and written as Punycode in the host. */
export function readWebUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isOfWeb(url)) return undefined
  url.pathname = url.pathname.replaceAll(UNQUOTED, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const { username, password, href } = url
  return username || password || /[?#]/.test(href) || href.length > LONGEST ? undefined : url
}

/** At a place that can be asked: no server listens at port 0. */
export function isOfWeb({ protocol, hostname, port }: URL): boolean {
  return /^https?:$/.test(protocol) && HOSTNAME.test(hostname) && port !== '0'
}

export function withoutFinalSlashes(text: string): string {
  let end = text.length
  while (text.at(end - 1) === '/') end -= 1
  return text.slice(0, end)
}
