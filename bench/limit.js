// The limit: bare node:http sending the answers of a file, one after the other, with the headers given. Prints its port.
//   node bench/limit.js answers.json     [{ status, headers: [name, value, …], body: base64, gzip: level }, …]
// With `gzip` the body is compressed for each request, as an answer nobody asked for before must be.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { gzip } from 'node:zlib'

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const answer of answers) answer.body = Buffer.from(answer.body, 'base64')
let next = 0

const server = createServer((_, res) => {
  const { status, headers, body, gzip: level } = answers[next++ % answers.length]
  if (level) {
    gzip(body, { level }, (_, compressed) => {
      res.writeHead(status, { 'content-encoding': 'gzip', 'content-length': compressed.length })
      res.end(compressed)
    })
    return
  }
  res.writeHead(status, headers)
  if (body.length > 0) res.end(body)
  else res.end()
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
