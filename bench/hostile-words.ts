/** What `hostile.ts` puts its requests together from. */
export const METHODS = words('HEAD POST POST OPTIONS PUT DELETE TRACE CONNECT PRI get M-SEARCH').concat(
  'G\tT',
  'A'.repeat(300),
)

export const VERSIONS = words('HTTP/1.0 HTTP/2.0 HTTP/0.9 HTTP/1.').concat('')

export const HOSTS = words(
  'localhost:3000 127.0.0.1 [::1]:80 1.2.3.4.5 999.1.1.1 x:99999 x: x:-1 xn-- xn--a a..b . a/b a\\b a?b a#b a@b u:p@evil [::g] [::1 %00 %ff 0x7f.1',
).concat('', ' ', 'a b', '\xff', '\x00', 'a'.repeat(300))

export const PATHS = words(`
  / /gasolina /gasolina/ /gasolina/api/ /gasolina/api/precos /gasolina/api/precos /gasolina/api/precos/ /gasolina/api/postos
  /gasolina/api/estatisticas /gasolina/api/posto/12345678000100 /gasolina/api/posto/%00 /gasolina/api/historico/12345678000100
  /gasolina/dados/gnv.csv /gasolina/dados/index.json /saude /mcp /mcp /gasolina/api/situacao /gasolina/api/openapi.json
  /a/../b /.. /%2e%2e/ /a<b /a\\b /a#b /a"b /% /%zz //evil.example/ /\\evil * evil:443
  http://evil.example/gasolina/api/precos http://1.2.3.4.5/ http://[::1 javascript:alert(1)
`).concat('', '/\x00', '/\xff', `/${'a'.repeat(5000)}`, `/${'../'.repeat(500)}`)

export const NAMES = words(
  'combustivel lat lon raio bairro municipio limite horas suspeitos pagina registrosPorPagina desde ate granularidade formato dialeto nome litros __proto__ constructor utm_source _ %00 % []',
).concat('', 'a'.repeat(200))

export const VALUES = words(
  `gasolina-comum gnv -9.66 -35.7 500 1 10 0 -1 1e999 NaN 0x10 1,5 ponta%20verde maceio %00 %ff % %c0%af <script> '%3B-- ..%2f..%2f %F0%9F%9A%97 %E2%80%AE 2026-02-30`,
).concat('', '\xff', '9'.repeat(40), 'a'.repeat(101), 'a'.repeat(4000))

export const HEADERS: readonly string[] = [
  'connection: keep-alive',
  'connection: close',
  'connection: upgrade',
  'upgrade: websocket',
  'upgrade: h2c',
  'expect: 100-continue',
  'expect: coffee',
  'accept-encoding: br;q=1e3, gzip;q=0, *;q=0',
  `accept-encoding: ${'gzip, '.repeat(300)}`,
  'if-none-match: *',
  `if-none-match: ${'"a", '.repeat(200)}`,
  'if-modified-since: yesterday',
  'range: bytes=0-1,5-9',
  'origin: null',
  'x-forwarded-for: 127.0.0.1, , x',
  'x-forwarded-host: evil.example',
  'content-length: 0',
  'transfer-encoding: identity',
  'mcp-protocol-version: 1999-01-01',
  'host: evil.example',
  'no colon',
  ': empty name',
  'na me: x',
  `x: ${'y'.repeat(9000)}`,
  'x: \x00\x01',
  ' folded: line',
]

export const BODIES: readonly string[] = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"precos","arguments":{"limite":1}}}',
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"precos","arguments":{"bairro":${'['.repeat(9000)}${']'.repeat(9000)}}}}`,
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
  '{"jsonrpc":"2.0","id":{},"method":"x"}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{"__proto__":{"a":1}}',
  '\xff\xfe\x00',
  '',
  'x'.repeat(70_000),
]

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
