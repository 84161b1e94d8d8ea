import { percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { Caminho, RespostaPrecos } from '../../domain/answers/precos.ts'
import type { Pedido, Valor } from '../../domain/questions/parameters.ts'
import { kmTo, type Placed } from './directions.ts'
import { decimal, joined, money, wholeCents } from './formatting.ts'
import { stationName } from './names.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'

type Journey = Pick<RespostaPrecos, 'contas' | 'economia' | 'pagina'> & {
  conteudo: readonly (Pick<RespostaPrecos['conteudo'][number], 'custo' | 'rota'> & {
    produto: { unidadeMedida: 'L' | 'M3' }
  })[]
  /** True when the first of the list is the nearest station of known place. */
  isNearest: boolean
  /** False when a station of approximate place may be nearer than the nearest of known place. */
  isOfAll: boolean
  /** False for a station of which only the district or town is known: the first, and the nearest. */
  isExact: boolean
  isNearestExact: boolean
}

/**
 * The saving of a drive to the first station, and the calculation. Undefined for questions without a drive. Only the
 * calculation where the first station is no advice: on another page, by distance or time, dearest first, or in doubt.
 */
export function journeySentence(
  { conteudo, contas, economia, isNearest, isOfAll, isExact, isNearestExact, pagina = 1 }: Journey,
  { ordenar, ordem }: Required<Pick<Pedido<'precos'>, 'ordenar' | 'ordem'>>,
): string | undefined {
  const [first] = conteudo
  if (!contas || !first?.custo) return undefined
  const isLitre = first.produto.unidadeMedida === 'L'
  const filled = `${decimal(contas.litros)} ${isLitre ? 'L' : 'm³'}`
  const reckoned = `Custo: ${filled} mais ida e volta, em linha reta × ${decimal(contas.fatorDeVia)}, a ${decimal(contas.consumo)} km por ${isLitre ? 'litro' : 'm³'}.`
  const isAdvice = pagina === 1 && ordem === 'asc' && ordenar !== 'distancia' && ordenar !== 'recente'
  const saving = economia?.sobreMaisPerto ?? null
  if (!isAdvice) return reckoned
  if (!isExact) return `O primeiro da lista tem lugar aproximado: o desvio até ele não se sabe. ${reckoned}`
  if (saving === null) return reckoned
  const nearest = `o posto mais perto${first.rota ? ' da rota' : ''}${isOfAll ? '' : ', dos de lugar conhecido'}`
  const named = `${nearest}${nearestNamed(economia, isNearestExact)}`
  const drive = `${wholeCents(first.custo.deslocamento)} de desvio`
  const total = `sai por ${wholeCents(first.custo.total)}, com ${drive}`
  if (isNearest) return `O primeiro da lista é ${nearest}: ${total}. ${reckoned}`
  if (Math.abs(saving) < LEAST) return `O primeiro da lista ${total}: o mesmo que ${named}. ${reckoned}`
  return saving > 0
    ? `Ir ao primeiro da lista custa ${drive} e poupa ${wholeCents(saving)}, já pago o desvio, contra ${named}. ${reckoned}`
    : `Ir ao primeiro da lista não compensa: custa ${drive} e sai ${wholeCents(-saving)} mais caro que ${named} (ordenar custo põe na frente o que compensa). ${reckoned}`
}

/** `, Posto X, a R$ 6,79`. */
function nearestNamed(economia: Journey['economia'], isExact: boolean): string {
  const station = economia?.maisPerto
  if (!station) return ''
  return `, ${stationName(station)}${isExact ? '' : ' (lugar aproximado)'}, a ${money(station.precoProvavel)}`
}

/** Half a cent, in reais: less is no difference. */
const LEAST = 0.005

interface PricedStation {
  produto: { venda: { valorDeclarado: number } }
  precoProvavel?: number | undefined
}

interface Beyond extends PricedStation {
  distanciaKm?: number | undefined
  estabelecimento: Placed
}

/** A cheaper station just beyond the radius; the caller adds its name. */
export function beyondSentence(beyond: Beyond, first: PricedStation, ordenar: Valor<'ordenar'>): string {
  const [there, here] = [beyond, first].map(({ produto: { venda }, precoProvavel }) =>
    ordenar === 'provavel' ? (precoProvavel ?? venda.valorDeclarado) : venda.valorDeclarado,
  )
  const isLikely = there !== beyond.produto.venda.valorDeclarado
  const saved = -percentBetween(toThousandths(here ?? 0), toThousandths(there ?? 0))
  return `Logo depois do raio, a ${kmTo(beyond.estabelecimento, beyond.distanciaKm ?? 0)}: ${money(there ?? 0)}${isLikely ? ' (provável)' : ''}, ${decimal(saved, 1, 1)} % menos que o primeiro`
}

/** Towns named in a sentence, or one more where that is all: those with most stations. */
const NAMED = 3

/** `por Pilar, Arapiraca e mais 7 cidades: 117 km em linha reta de cidade em cidade.` */
export function wayWords(caminho: Caminho): string {
  const towns = townsPassed(caminho)
  const total = caminho.km < 1 ? 'menos de 1 km' : `${decimal(caminho.km, 0, 0)} km`
  if (towns.length === 0)
    return `em linha reta${caminho.lugares.length > 2 ? ' de bairro em bairro' : ''}: ${total}.`
  const named =
    towns.length > NAMED + 1 ? towns.toSorted((a, b) => b.postos - a.postos).slice(0, NAMED) : towns
  const names = towns.filter((town) => named.includes(town)).map(({ nome }) => nome)
  const others = towns.length - names.length
  const told = others > 0 ? [...names, `mais ${others} cidades`] : names
  return `por ${joined(told)}: ${total} em linha reta de cidade em cidade.`
}

/** Municipalities between the ends, in the order of the way. */
export function townsPassed({ lugares }: Caminho) {
  const passed = new Set(lugares.map(({ codigoIBGE }) => codigoIBGE))
  for (const end of [lugares[0], lugares.at(-1)]) passed.delete(end?.codigoIBGE ?? 0)
  return [...passed].flatMap((code) => municipioByCode(code) ?? [])
}

/** `Do km 101 ao 176 (75 km)`. */
export function gapWords({ de, ate }: Caminho['semPosto'][number]): string {
  const [from, to, long] = [de, ate, ate - de].map((km) => decimal(km, 0, 0))
  return `Do km ${from} ao ${to} (${long} km)`
}
