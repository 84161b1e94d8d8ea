import { expect, it } from 'vitest'
import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import type { Query } from '../../src/query/query.ts'
import { type Answer, ask } from './ask.ts'
import { connect, demonstrationQuery, depsOf } from './world.ts'

const query = await demonstrationQuery()

it.each([{ situacao: true }, { situacao: 'sim' }, { situacao: true, por: 'municipio' }])(
  'estatisticas tells with %o how new and how complete the data is, as HTTP does',
  async (args) => {
    const { text, structured, observacoes } = await askOf(query, args)
    const whole = await query.situacao()
    expect(whole).toMatchObject(structured['situacao'] as object)
    const { postos, municipios } = whole.cobertura
    expect(text).toContain(
      `- Alcance: ${postos} postos em ${municipios} municípios de 102; venda mais recente: `,
    )
    expect(text).toMatch(/- Última coleta: 16\/04\/2026 12:\d\d, completa, \d+ pedidos?, 0 falhas\./)
    expect(whole.alertas.length).toBeGreaterThan(0)
    expect(observacoes).toEqual(expect.arrayContaining(whole.alertas))
  },
)

it('estatisticas has the alerts in text and structure', async () => {
  const alerta = 'A fonte está parada há 9 horas.'
  const { text, observacoes } = await askOf(
    withStatus({
      alertas: [alerta],
      proximaColeta: '2026-04-16T13:45:00-03:00',
      ultimaColeta: {
        inicio: '2026-04-16T12:45:00-03:00',
        fim: '2026-04-16T12:46:00-03:00',
        resultado: 'falhou',
        motivo: 'A fonte não respondeu.',
        pedidos: 3,
        falhas: 3,
      },
    }),
    { situacao: true },
  )
  expect(text).toContain(
    '- Última coleta: 16/04/2026 12:46, falhou, 3 pedidos, 3 falhas. A fonte não respondeu.',
  )
  expect(text).toContain('- Próxima coleta: 16/04/2026 13:45.')
  expect(text).toContain(alerta)
  expect(observacoes).toContain(alerta)
})

it('estatisticas says in text and structure that there are no alerts', async () => {
  const { observacoes } = await askOf(withStatus({ alertas: [] }), { situacao: true })
  expect(observacoes).toContain('Nada de anormal na coleta dos dados.')
})

it.each([{}, { situacao: false }, { situacao: null }])(
  'estatisticas says nothing of it with %o',
  async (args) => {
    const { text, structured } = await askOf(query, args)
    expect(text).not.toContain('Alcance')
    expect(structured).not.toHaveProperty('situacao')
  },
)

async function askOf(from: Query, args: object): Promise<Answer> {
  const client = await connect(depsOf(from))
  await client.listTools()
  return ask(client, 'estatisticas', args)
}

function withStatus(changed: Partial<RespostaSituacao>): Query {
  return { ...query, situacao: async () => ({ ...(await query.situacao()), ...changed }) }
}
