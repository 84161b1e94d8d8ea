import type { Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { RespostaPosto } from '../../domain/answers/posto.ts'
import type { Variacao } from '../../domain/answers/shared-schemas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { isOfParity } from '../../domain/facts/rules.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { doubtInBrackets, doubtOfHighest } from '../../format/words/doubt.ts'
import { type Maybe, type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { districtOf, inSentence, namedNotes, stationName, townOf } from '../../format/words/names.ts'
import { count, day, decimal, percentChange, together, wholeCents } from '../../format/words/formatting.ts'
import { differenceWords, weekendHabit } from '../../format/words/comparisons.ts'
import { UNKNOWN_BEFORE } from '../../format/words/group-words.ts'
import { meantInstead, nothingThere, omission, priceOrDash, signNotes, signed, whereIs } from './wording.ts'

export function statisticsView(resposta: RespostaEstatisticas, pedido: Pedido<'estatisticas'>): View {
  const fuels = Object.values(resposta.combustiveis)
  const table = tableOf(fuels, [
    left('COMBUSTÍVEL', ({ nomePopular }) => nomePopular, { min: 12 }),
    right('POSTOS', ({ postos }) => decimal(postos)),
    right('MÍNIMO', signed(fuels, 'precoMinimo'), { tone: () => 'cheap' }),
    right('MÉDIO', (f) => priceOrDash(f.precoMedio)),
    right('MEDIANO', (f) => priceOrDash(f.precoMediano), { optional: true }),
    right('MÁXIMO', signed(fuels, 'precoMaximo')),
    pedido.desde === undefined
      ? right('7 DIAS', (f) => change(f.variacao.semana), { optional: true })
      : right(since(pedido.desde), (f) => change(f.variacao.desde)),
  ])
  return {
    title: headline(resposta, pedido),
    body: [[table]],
    notes: [
      ...signNotes(fuels),
      ...savings(resposta),
      isOfParity(pedido.combustivel) && parity(resposta),
      ...differenceWords(resposta).map((text) => `Nos mesmos postos, ${text}.`),
      ...weekends(resposta),
      pedido.desde === undefined && fuels.some(lacksWeek) && UNKNOWN_BEFORE,
      ...namedNotes(resposta),
    ],
  }
}

export function noStations(resposta: RespostaEstatisticas, { combustivel, horas }: Pedido<'estatisticas'>) {
  const what = combustivel === undefined ? '' : fuelOf(combustivel).nomePopular
  return together(' ', [nothingThere(resposta, what, horas), meantInstead(resposta), ...namedNotes(resposta)])
}

function headline(resposta: RespostaEstatisticas, pedido: Pedido<'estatisticas'>): string {
  const suspects = Object.values(resposta.combustiveis).reduce((sum, { suspeitos }) => sum + suspeitos, 0)
  const hours =
    pedido.horas === undefined ? '' : `, vendas de até ${count(pedido.horas, 'hora', 'horas')} antes`
  return `Preços ${whereIs(resposta)}${hours}${suspects > 0 ? `; ${omission(suspects)}` : ''}`
}

function savings({ combustiveis }: RespostaEstatisticas): string[] {
  const [fuel] = Object.values(combustiveis)
  const { tanque } = fuel?.economia.provavel ?? {}
  const cheapest = fuel?.maisBaratoProvavel
  if (!fuel || !tanque || tanque.valor === null || tanque.valor === 0 || !cheapest) return []
  const { estabelecimento: posto } = cheapest
  return [
    `${decimal(tanque.litros)} L de ${inSentence(fuel.nomePopular)} custam ${wholeCents(tanque.valor)} menos no posto mais barato que no mais caro, pelo preço provável${doubtOfHighest(fuel.maisCaro)}.`,
    `O mais barato: ${stationName(posto)}, ${districtOf(posto.endereco)}, ${townOf(posto.endereco)}${doubtInBrackets(cheapest)}.`,
  ]
}

function parity({ paridade }: RespostaEstatisticas): Maybe<string> {
  if (paridade.razaoMediana === null) return null
  const { limite, postosEmQueCompensaProvavel: paying, postos, razaoMediana } = paridade
  return `Pelos preços prováveis, e a gasolina em dúvida pelo usual, o álcool compensa em ${decimal(paying)} de ${count(postos, 'posto', 'postos')}: custa ${decimal(razaoMediana * 100, 1, 1)} % da gasolina comum na mediana, e compensa até ${decimal(limite * 100, 0, 1)} %.`
}

export function weekends({ combustiveis }: RespostaEstatisticas | RespostaPosto): Maybe<string>[] {
  return Object.values(combustiveis).map(
    ({ nomePopular, fimDeSemana }) => fimDeSemana && `${nomePopular}: ${weekendHabit(fimDeSemana)}.`,
  )
}

/** A column's title: `DESDE 01/04`. */
export function since(dia: string): string {
  return `DESDE ${day(dia).slice(0, 5)}`
}

export function lacksWeek({ postos, variacao }: Pick<Grupo, 'postos' | 'variacao'>): boolean {
  return postos > 0 && variacao.semana === null
}

export function change(variacao: Variacao | undefined): string {
  return variacao ? percentChange(variacao.percentual) : '–'
}
