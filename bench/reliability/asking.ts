import type { Socket } from 'node:net'

export function question(target: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`
}

/** The next question as soon as an answer is there whole, for as long as the connection lasts. */
export function askAgainAndAgain(socket: Socket, target: () => string): void {
  let left = 0
  socket.on('data', (chunk: Buffer) => {
    if (left > 0) left -= chunk.length
    else {
      const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, 600))
      left = Number(length?.[1] ?? 0) - (chunk.length - chunk.indexOf('\r\n\r\n') - 4)
    }
    if (left <= 0 && socket.writable) socket.write(question(target()))
  })
  socket.write(question(target()))
}
