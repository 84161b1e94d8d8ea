import { describe, expect, it } from 'vitest'
import type { Cadastro } from '../../src/domain/registry/registry.ts'
import { connectStore } from '../../src/store/open.ts'
import { HOUR, instante } from '../../src/domain/basics/time.ts'
import { type Cadastrado, registryCsv, registryFile } from '../registry.ts'
import { NOW, gasolina } from './run.ts'
import { demonstrationStore } from './stores.ts'

const env = demonstrationStore()

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
  return gasolina(['cadastro', registryFile(content), ...argv], { env, now: NOW + HOUR })
}

function told({ origem, em, postos }: Cadastro) {
  return { origem, em, postos: postos.length }
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
      publicadoEm: instante(NOW + HOUR),
      atualizadoEm: before.cabecalho.atualizadoEm,
      coleta: before.cabecalho.coleta,
    })
    const taken = { origem: 'cadastro.csv', em: instante(NOW + HOUR), postos: 11 }
    expect(after.cadastro && told(after.cadastro)).toEqual(taken)

    expect((await gasolina(['atualizar'], { env, now: NOW + 2 * HOUR })).code).toBe(0)
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
      em: instante(NOW + HOUR),
      motivo: held.stderr.trim(),
    })
    const forced = await cadastro(registryCsv(await stations(6)), '--forcar', '--json')
    expect(JSON.parse(forced.stdout)).toMatchObject({ postos: 6, recusadas: 0, origem: 'cadastro.csv' })
    expect((await newest()).cadastro?.postos).toHaveLength(6)
    expect(await (await openStore()).notes.readRegistryAttempt()).toEqual({ em: instante(NOW + HOUR) })
  })

  it.each([
    ['a page of HTML', ['<html>'], 1, /HTML/],
    ['a registry of another state', [registryCsv([{ cnpj: '12345678000100', uf: 'SE' }])], 1, /e sim de SE/],
  ])('refuses %s, and the old one stays', async (_, [content = ''], exit, message) => {
    const before = await newest()
    const { code, stderr } = await cadastro(content)
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringMatching(message) })
    expect((await newest()).sha256).toBe(before.sha256)
  })

  it('refuses a missing file, an address with a password, and a download for fictional stations, as wrong usage', async () => {
    for (const argv of [['/nao/ha.csv'], ['http://a:b@example.com/'], []]) {
      const { code, stderr } = await gasolina(['cadastro', ...argv], { env })
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/\.\n$/) })
    }
  })
})
