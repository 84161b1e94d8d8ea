/**
 * Crowds of connections against a server that is up; used by `crowd.sh`.
 *
 *   npx tsx bench/reliability/crowd.ts idle|readers <url> <connections> <seconds>
 *
 * `idle` opens connections and sends nothing; `readers` ask for the largest answer and read none of it.
 */
import { type Socket, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const [mode = 'idle', address = '', count = '100', seconds = '10'] = process.argv.slice(2)
const { hostname, port, pathname } = new URL(address)
const begun = performance.now()
const crowd = new Set<Socket>()
let dropped = 0
for (let i = 0; i < Number(count); i++) {
  const socket = connect(Number(port), hostname)
  crowd.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => {
    crowd.delete(socket)
    dropped++
  })
  socket.on('connect', () => {
    if (mode !== 'readers') return
    socket.pause()
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(20))
  })
  if (i % 100 === 99) await setTimeout(10)
}
// An idle socket learns that it was dropped only when it reads.
if (mode === 'idle') for (const socket of crowd) socket.resume()
for (let second = 1; second <= Number(seconds); second++) {
  await setTimeout(1000)
  const passed = Math.round((performance.now() - begun) / 1000)
  console.log(`${passed} s: ${crowd.size} open, ${dropped} closed`)
}
for (const socket of crowd) socket.destroy()
