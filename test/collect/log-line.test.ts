import { expect, it } from 'vitest'
import { collectionView } from '../../src/cli/commands/atualizar.ts'
import { collectionLine } from '../../src/collect/asking/collection-report.ts'
import type { Coleta } from '../../src/domain/state/commit-state.ts'
import { AGORA } from './records.ts'

const coleta: Coleta = {
  inicio: AGORA,
  fim: AGORA,
  resultado: 'parcial',
  motivo: 'A fonte respondeu:\n\u001B[31mnão\u009B\u2028 agora\u202E',
  pedidos: 10,
  falhas: 3,
  fatias: 4,
  fatiasComFalha: Array.from({ length: 3 }, (_, i) => ({
    codigoIBGE: 2700102 + i,
    municipio: 'AGUA BRANCA',
    combustivel: 'gnv',
    motivo: i ? 'A conexão caiu.' : 'x'.repeat(1000),
  })),
  fatiasVazias: 1,
  registros: 7,
  vendasNovas: 5,
  recusados: { futuros: 1, invalidos: 0, motivos: { 'Data da venda no futuro.': 1 } },
  retidos: [],
}

it('is one JSON object with counts in place of lists', () => {
  expect(JSON.parse(collectionLine(coleta))).toMatchObject({
    evento: 'coleta',
    resultado: 'parcial',
    fatiasComFalha: 3,
    vendasNovas: 5,
    recusados: { futuros: 1 },
  })
})

it('has the reasons of failed slices, each once', () => {
  const { motivosDasFalhas } = JSON.parse(collectionLine(coleta)) as { motivosDasFalhas: unknown }
  expect(motivosDasFalhas).toEqual([
    ['x'.repeat(300), 1],
    ['A conexão caiu.', 2],
  ])
})

it('holds nothing that moves a cursor or ends a line', () => {
  expect(collectionLine(coleta)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(collectionLine(coleta)).not.toContain(String.raw`\u001b`)
})

it('is told to people with one full stop after the reasons of what was refused', () => {
  const motivos = { 'Preço declarado ausente.': 2 }
  const text = collectionView(1, { ...coleta, recusados: { futuros: 0, invalidos: 2, motivos } }, 'sefaz')
  expect(text).toContain('2 registros recusados: 2 por Preço declarado ausente.')
  expect(text).not.toContain('..')
})

it('counts records dated in the future once for people', () => {
  expect(collectionView(1, coleta, 'sefaz')).toMatch(/1 registro recusado: 1 por Data da venda no futuro\.$/)
})
