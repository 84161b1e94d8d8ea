/** One client with a thousand connections that asks the dearest question all the time: `greedy.ts <url>`; for `attacks.ts`. */
import { connect } from 'node:net'
import { askAgainAndAgain } from './asking.ts'

const port = Number(new URL(process.argv[2] ?? '').port)
for (let i = 0; i < 1000; i++) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  askAgainAndAgain(
    socket,
    () => `/gasolina/api/precos?lat=${(-9 - Math.random()).toFixed(7)}&lon=-36.1&raio=500`,
  )
}
