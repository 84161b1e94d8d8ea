/** What `readWebUrl` accepts, as a phrase after «use». */
export const URL_ACEITA = 'um endereço http:// ou https:// sem usuário, senha, ? nem #'

export function readWebUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !(url.username || url.password || url.search || url.hash)
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined
}

export function withoutFinalSlashes(text: string): string {
  let end = text.length
  while (text.at(end - 1) === '/') end -= 1
  return text.slice(0, end)
}
