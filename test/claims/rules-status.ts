import { marketOf } from './market.ts'
import { type Rule, type Spot, moment, rule, shows } from './sentences.ts'

/** Sentences of the pages about the data and of search. */
export const STATUS: Rule[] = [
  rule('Fonte: .*$', () => {}),
  rule('^Como citar: “.+?”, coleta de {t:when}, (?<address>https?://\\S+)\\.', (spot, { t, address }) => {
    const { collectedAt: at } = spot.data
    const [year, month, day] = at.slice(0, 10).split('-')
    spot.ledger.same('collection', t, `${day}/${month}/${year}, ${at.slice(11, 16)}`)
    spot.ledger.same('address', address?.includes(spot.page.path.split('?')[0] ?? ''), true)
  }),
  rule('^{n:int} avisos? sobre os dados', (spot, { n }) => {
    const list = spot.node?.parent?.parent
    void list
    shows(spot, 'alerts', n, Number(n))
  }),
  rule(
    '{n:int} preços? suspeitos? fica[m]? fora das listas e contas \\((?<which>.*?)\\); cada',
    (spot, { n, which = '' }) => {
      shows(
        spot,
        'suspects',
        n,
        suspects(spot).reduce((sum, { count }) => sum + count, 0),
      )
      for (const { name, count } of suspects(spot))
        if (count > 0) spot.ledger.same(`suspects of ${name}`, which.includes(`${name} ${count}`), true)
    },
  ),
  rule('^{t:when}, (?:completa|parcial|falhou).*$', (spot, { t }) =>
    spot.ledger.same('collected', t, moment(spot.data.collectedAt)),
  ),
  rule(
    '{n:int} postos em {k:int} municípios de {all:int}(?:, {b:int} deles com preço nas listas)?',
    (spot, { n, k, all, b }) => {
      const { everSeen, fuels, towns } = spot.data
      const believed = fuels.flatMap(({ entries }) => marketOf(entries).entries.map(({ cnpj }) => cnpj))
      shows(spot, 'stations', n, everSeen.length)
      shows(spot, 'towns', k, new Set(everSeen).size)
      shows(spot, 'towns of the state', all, towns.length)
      shows(spot, 'stations in lists', b ?? n, new Set(believed).size)
    },
  ),
  rule('a venda mais recente já tinha {n:int} horas', (spot, { n }) => {
    const newest = Math.max(...spot.data.fuels.flatMap(({ entries }) => entries.map(({ at }) => at)))
    const hours = (Date.parse(spot.data.collectedAt) - newest) / 3_600_000
    shows(spot, 'age of the newest sale', n, Math.floor(hours))
  }),
]

function suspects(spot: Spot): { name: string; count: number }[] {
  return spot.data.fuels.map(({ name, entries }) => ({ name, count: marketOf(entries).suspects.length }))
}
