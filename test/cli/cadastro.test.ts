import { type RequestListener, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Cadastro } from '../../src/domain/registry/registry.ts'
import { connectStore } from '../../src/store/store.ts'
import { HOUR, instante } from '../../src/domain/basics/time.ts'
import { type Cadastrado, registryCsv, registryFile, registryPage } from '../registry.ts'
import { AGORA } from '../demonstration.ts'
import { gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'
import { listenInTest } from '../listening-in-test.ts'

const env = demonstrationStore({ history: false })

function openStore() {
  return connectStore({ kind: 'folder', folder: env['GASOLINA_STORAGE'] ?? '' }, 'demonstracao')
}

async function newest() {
  const loaded = await (await openStore()).commits.load()
  if (!loaded) throw new Error('the store is empty')
  return loaded.commit
}

/** The first stations of the store, with these brands in turn. */
async function stations(count: number, bandeiras = ['VIBRA ENERGIA', 'IPIRANGA']): Promise<Cadastrado[]> {
  const { postos } = (await newest()).estado
  return postos
    .slice(0, count)
    .map(({ estabelecimento: { cnpj } }, at) => ({ cnpj, bandeira: bandeiras[at % bandeiras.length] ?? '' }))
}

function cadastro(content: string, ...argv: string[]) {
  return gasolina(['cadastro', registryFile(content), ...argv], { env, now: AGORA + HOUR })
}

function told({ origem, em, postos }: Cadastro) {
  return { origem, em, postos: postos.length }
}

/** A server of the registry, and how its answers are changed. */
async function listenTo() {
  let answer: RequestListener | undefined
  const server = createServer((from, to) => answer?.(from, to))
  const { base } = await listenInTest(server)
  return {
    base: `${base}/v1/combustivel?uf=AL&numeropagina=1`,
    answer: (next: RequestListener) => void (answer = next),
  }
}

function* gigabyte() {
  const block = Buffer.alloc(1024 * 1024, ' ')
  for (let megabytes = 0; megabytes < 1024; megabytes++) yield block
}

describe('gasolina cadastro', () => {
  it('publishes the registry beside the same prices, and each later collection keeps it', async () => {
    const before = await newest()
    const elsewhere: Cadastrado = { cnpj: '99999999000199', bandeira: 'ALE' }
    const { code, stdout, stderr } = await cadastro(registryCsv([...(await stations(10)), elsewhere]))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const seq = before.cabecalho.seq + 1
    const known = before.estado.postos.length
    expect(stdout).toBe(
      `Commit ${seq} publicado com o cadastro de cadastro.csv: 11 postos de Alagoas.\nDos ${known} postos conhecidos, 10 estão nele: Ipiranga 5, Petrobras (Vibra) 5.\n`,
    )
    const after = await newest()
    expect(after.estado).toEqual(before.estado)
    expect(after.cabecalho).toMatchObject({
      seq,
      publicadoEm: instante(AGORA + HOUR),
      atualizadoEm: before.cabecalho.atualizadoEm,
      coleta: before.cabecalho.coleta,
    })
    const taken = { origem: 'cadastro.csv', em: instante(AGORA + HOUR), postos: 11 }
    expect(after.cadastro && told(after.cadastro)).toEqual(taken)

    expect((await gasolina(['atualizar'], { env, now: AGORA + 2 * HOUR })).code).toBe(0)
    const later = await newest()
    expect(later.cabecalho.seq).toBe(seq + 1)
    expect(later.cadastro && told(later.cadastro)).toEqual(taken)
  })

  it('holds back one that loses more than a fifth of the stations, until --forcar', async () => {
    await cadastro(registryCsv(await stations(10)), '--forcar')
    expect((await cadastro(registryCsv(await stations(8)))).code).toBe(0)
    const before = await newest()
    const held = await cadastro(registryCsv(await stations(6)))
    expect(held).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'O cadastro ficou retido: traz 6 postos de Alagoas, e o de 16/04/2026, que continua valendo, 8: mais de um quinto a menos. --forcar o toma assim mesmo.\n',
    })
    expect((await newest()).sha256).toBe(before.sha256)
    expect(await (await openStore()).notes.readRegistryAttempt()).toEqual({
      em: instante(AGORA + HOUR),
      motivo: held.stderr.trim(),
    })
    const situacao = await gasolina(['situacao'], { env, now: AGORA + HOUR })
    expect(situacao.stdout.replaceAll(/\s+/g, ' ')).toContain('mais de um quinto a menos')
    expect(situacao.stdout).toMatch(/Cadastro de postos: de 16\/04\/2026/)
    const forced = await cadastro(registryCsv(await stations(6)), '--forcar', '--json')
    expect(JSON.parse(forced.stdout)).toMatchObject({ postos: 6, recusadas: 0, origem: 'cadastro.csv' })
    expect((await newest()).cadastro?.postos).toHaveLength(6)
    expect(await (await openStore()).notes.readRegistryAttempt()).toEqual({ em: instante(AGORA + HOUR) })
  })

  it('then the brand is a column, a filter and what is compared, of stations with letters in the CNPJ too', async () => {
    const { postos } = (await newest()).estado
    const all = postos.map(({ estabelecimento: { cnpj } }) => cnpj)
    const lettered = all.filter((cnpj) => /[A-Z]/.test(cnpj))
    expect(lettered.length).toBeGreaterThan(0)
    // Of each four: of Vibra, of no brand, of an untold one, unknown to the registry; those with letters are of Ale.
    const rows = all.flatMap((cnpj, at): Cadastrado[] => {
      const brands = ['VIBRA ENERGIA', 'BANDEIRA BRANCA', '']
      if (lettered.includes(cnpj)) return [{ cnpj, bandeira: 'ALESAT' }]
      return at % 4 === 3 ? [] : [{ cnpj, bandeira: brands[at % 4] ?? '' }]
    })
    expect((await cadastro(registryCsv(rows), '--forcar')).code).toBe(0)
    const ask = async (...argv: string[]) => {
      const { stdout } = await gasolina(argv, { env, now: AGORA + HOUR })
      return stdout
    }
    const found = async (...argv: string[]) => {
      const { conteudo } = JSON.parse(await ask('precos', ...argv, '--json')) as {
        conteudo: { estabelecimento: { cnpj: string; bandeira: string | null } }[]
      }
      return conteudo.map(({ estabelecimento: { cnpj, bandeira } }) => ({ cnpj, bandeira }))
    }
    const every = await found()
    const only = (...brands: (string | null)[]) => every.filter(({ bandeira }) => brands.includes(bandeira))
    expect(only('branca').length * only(null).length * only('ale').length).toBeGreaterThan(0)
    expect(new Set(only('ale').map(({ cnpj }) => lettered.includes(cnpj)))).toEqual(new Set([true]))
    // The order stays; a station of unknown brand is of none and left out by none.
    expect(await found('--bandeira', 'vibra')).toEqual(only('vibra'))
    expect(await found('--bandeira=branca,petrobras')).toEqual(only('branca', 'vibra'))
    expect(await found('--bandeira', '-vibra')).toEqual(only('branca', null, 'ale'))
    expect(await found('--bandeira=-vibra,-ale')).toEqual(only('branca', null))

    const [header = '', ...lines] = (await ask('precos', '--bandeira=-vibra', '--csv')).trim().split('\r\n')
    const at = header.split(',').indexOf('bandeira') - header.split(',').length
    const written = (line: string) => line.split(',').at(at) ?? ''
    expect(lines.map(written)).toEqual(only('branca', null, 'ale').map(({ bandeira }) => bandeira ?? ''))

    const table = await gasolina(['precos', '--bandeira', 'branca'], {
      env,
      now: AGORA + HOUR,
      terminal: 160,
    })
    expect(table.stdout).toMatch(/BANDEIRA.*\n(?:.*Bandeira branca.*\n){3}/)
    expect(table.stdout).toMatch(/Bandeira: só Bandeira branca, \d+ postos do lugar, pelo cadastro da ANP de/)
    expect(await ask('posto', lettered[0] ?? '')).toContain('bandeira: Ale')

    const { grupos } = JSON.parse(await ask('estatisticas', '--por', 'bandeira', '--json')) as {
      grupos: { bandeira: string | null; postos: number }[]
    }
    expect(grupos.reduce((sum, { postos: n }) => sum + n, 0)).toBe(every.length)
    for (const { bandeira, postos: n } of grupos)
      expect([bandeira, n]).toEqual([bandeira, only(bandeira).length])

    // The file of the stations is made once a day, and again when a registry is taken.
    const file = (await ask('dados', 'postos.csv')).trim().split('\r\n')
    const brandOf = new Map(file.map((line) => [line.split(',')[0], line.split(',').at(-1)]))
    for (const { cnpj, bandeira } of every) expect([cnpj, brandOf.get(cnpj)]).toEqual([cnpj, bandeira ?? ''])
  })

  it('from an address that does not serve it is refused by name, and the old one stays and is told', async () => {
    const good = registryCsv(await stations(10))
    expect((await cadastro(good, '--forcar')).code).toBe(0)
    const before = await newest()
    const told = async () => {
      const { stdout } = await gasolina(['situacao', '--json'], { env, now: AGORA + HOUR })
      return JSON.parse(stdout) as { cadastroDePostos: object; alertas: string[] }
    }
    const { base, answer } = await listenTo()
    const faults: [RegExp, RequestListener][] = [
      [/não serve: veio uma página HTML em lugar dele/, (_, to) => to.end('<!DOCTYPE html><html></html>')],
      [/respondeu 403/, (_, to) => to.writeHead(403).end('<html></html>')],
      [/cortado: a última linha está incompleta/, (_, to) => to.end(good.slice(0, -40))],
      [/cortado ou malformado/, (_, to) => to.end(registryPage([{ cnpj: '12345678000100' }]).slice(0, -9))],
      [/falta no cabeçalho BANDEIRA/, (_, to) => to.end(good.replace('BANDEIRA;', 'DISTRIBUIDORA;'))],
      [
        /nenhum posto dele é de Alagoas, e sim de SE/,
        (_, to) => to.end(registryCsv([{ cnpj: '12345678000100', uf: 'SE' }])),
      ],
      [/passa de 16 MiB/, (_, to) => void Readable.from(gigabyte()).pipe(to)],
    ]
    for (const [message, listener] of faults) {
      answer(listener)
      const { code, stdout, stderr } = await gasolina(['cadastro', base, '--forcar'], {
        env,
        now: AGORA + HOUR,
      })
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(message),
      })
      const { cadastroDePostos, alertas } = await told()
      expect(cadastroDePostos).toMatchObject({ postos: 10 })
      expect(alertas).toContainEqual(expect.stringMatching(message))
    }
    expect((await newest()).sha256).toBe(before.sha256)
    answer((_, to) => to.end(good))
    expect((await gasolina(['cadastro', base], { env, now: AGORA + HOUR })).code).toBe(0)
    expect(JSON.stringify((await told()).alertas)).not.toContain('cadastro de postos')
  })

  it('refuses a missing file, an address with a password, and a download for fictional stations, as wrong usage', async () => {
    for (const argv of [['/nao/ha.csv'], ['http://a:b@example.com/'], []]) {
      const { code, stderr } = await gasolina(['cadastro', ...argv], { env })
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/\.\n$/) })
    }
  })
})
