import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { type Client, createClients, createFairTurns } from '../../src/http/guard/clients.ts'

const client = (address: string): Client =>
  createClients({ ofSocket: () => null, ofRequest: () => address }).ofRequest(
    new IncomingMessage(new Socket()),
  )
const [greedy, other, newcomer] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map(client) as [
  Client,
  Client,
  Client,
]

describe('turns of the event loop', () => {
  it('are shared out one by one, however much a client asks at once', async () => {
    let time = 0
    const turns = createFairTurns(() => time)
    const done: string[] = []
    const ask = (by: Client, name: string) =>
      turns.run(by, () => {
        done.push(name)
        // More than a turn's share.
        time += 1
      })
    for (let i = 0; i < 5; i++) ask(greedy, `greedy ${i}`)
    ask(other, 'other')
    ask(newcomer, 'newcomer')
    // The first is done at once; of the rest each client's next, then what is left.
    while (done.length < 7) await setImmediate()
    expect(done).toEqual(['greedy 0', 'greedy 1', 'other', 'newcomer', 'greedy 2', 'greedy 3', 'greedy 4'])
  })

  it('are left to new connections after a long search', async () => {
    let time = 0
    const turns = createFairTurns(() => time)
    const done: string[] = []
    turns.run(greedy, () => void (time += 30))
    turns.run(other, () => void done.push('other'))
    for (let turn = 0; turn < 4; turn++) await setImmediate()
    expect(done).toEqual([])
    while (done.length === 0) await setImmediate()
  })

  it('run a question between two turns at once', async () => {
    const turns = createFairTurns(() => 0)
    const done: string[] = []
    turns.run(greedy, () => void done.push('at once'))
    await setImmediate()
    turns.run(greedy, () => void done.push('again at once'))
    expect(done).toEqual(['at once', 'again at once'])
  })
})
