// The limit: bare node:http sending the answers of a file, one after the other, with the headers given. Prints its port.
//   node bench/limit.js answers.json     [{ status, headers: [name, value, …], body: base64 }, …]
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const answer of answers) answer.body = Buffer.from(answer.body, 'base64')
let next = 0

const server = createServer((_, res) => {
  const { status, headers, body } = answers[next++ % answers.length]
  res.writeHead(status, headers)
  if (body.length > 0) res.end(body)
  else res.end()
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
