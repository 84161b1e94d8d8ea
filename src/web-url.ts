/** Accepted by `readWebUrl`, as a phrase after «use». */
export const URL_ACEITA = 'um endereço http:// ou https:// de até 500 caracteres, sem usuário, senha, ? nem #'

const LONGEST = 500
/** Host names and addresses, without characters that separate values in a header or a policy. */
const HOSTNAME = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/

/** Characters that URL leaves in a path, but that end a text in a shell or a link in Markdown, or are invalid in a URI. */
const UNQUOTED = /['()[\]|^]/g

/** `URL_ACEITA` of an address that may have a question behind the path. */
export const URL_COM_PERGUNTA_ACEITA =
  'um endereço http:// ou https:// de até 500 caracteres, sem usuário, senha nem #'

/** The result is ASCII: letters are encoded in the path and written as Punycode in the host. */
export function readWebUrl(text: string, { query = false } = {}): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isOfWeb(url)) return undefined
  url.pathname = url.pathname.replaceAll(UNQUOTED, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const { username, password, href } = url
  return username || password || (query ? /#/ : /[?#]/).test(href) || href.length > LONGEST ? undefined : url
}

/** An http(s) address that can be requested: no server listens at port 0. */
export function isOfWeb({ protocol, hostname, port }: URL): boolean {
  return /^https?:$/.test(protocol) && HOSTNAME.test(hostname) && port !== '0'
}

export function withoutFinalSlashes(text: string): string {
  let end = text.length
  while (text.at(end - 1) === '/') end -= 1
  return text.slice(0, end)
}
