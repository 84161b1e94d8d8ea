import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gasolina } from './run.ts'
import { storeToRead } from './stores.ts'
import { listenOn } from '../listening.ts'
import { freePort } from '../free-port.ts'

const env = storeToRead()
const answers = new Map<string, string>()
const asked: string[] = []
const server = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://x')
  asked.push(url.pathname + url.search)
  const body = answers.get(url.pathname)
  res.writeHead(200, { 'content-type': body ? 'application/json' : 'text/html' })
  res.end(body ?? '<html>outra coisa</html>')
})
let api = ''

beforeAll(async () => {
  api = (await listenOn(server)).base
})
afterAll(() => server.close())

describe('--api', () => {
  it('asks another server the same question and shows the same answer', async () => {
    const argv = ['precos', '--combustivel', 'etanol', '--perto', '-9.66,-35.71', '--limite', '3']
    const local = await gasolina(argv, { env })
    // Of a program that asks for no order the list is by price; a table is by probable price, and says so to the server.
    const whole = await gasolina([...argv, '--ordenar', 'provavel', '--json'], { env })
    answers.set('/gasolina/api/precos', whole.stdout)
    const remote = await gasolina([...argv, '--api', api])
    expect(remote).toEqual(local)
    expect(asked.at(-1)).toContain('combustivel=alcool')
    expect(asked.at(-1)).toContain('perto=-9.66,-35.71')
    expect(asked.at(-1)).toContain('ordenar=provavel')
  })

  it('keeps a hostile name from moving the cursor', async () => {
    const answer = (await gasolina(['precos', '--limite', '1', '--json'], { env })).stdout
    const name = 'MAU\\u001b[2J\\u202ePOSTO\\nNOVO'
    answers.set('/gasolina/api/precos', answer.replace(/"nomeFantasia":"[^"]*"/, `"nomeFantasia":"${name}"`))
    const { stdout } = await gasolina(['precos', '--limite', '1', '--api', api])
    expect(stdout).toContain('MAU [2J POSTO NOVO')
    expect(stdout).not.toContain('\u001B')
    expect(stdout).not.toContain('\u202E')
  })

  it('out of reach is reported in one sentence', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await gasolina(['situacao', '--api', url])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Não foi possível falar com a API em ${url} (ECONNREFUSED): confira o endereço e a conexão.\n`,
    })
  })

  it('with an invalid address is wrong usage', async () => {
    const { code, stdout, stderr } = await gasolina(['situacao', '--api', 'exemplo'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^[^\n]*exemplo[^\n]*\n$/)
  })

  it('tells what is not a gasolina server, in JSON too', async () => {
    const { code, stdout } = await gasolina(['estatisticas', '--api', api, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ codigo: 'api_inalcancavel', status: 502 })
  })
})
