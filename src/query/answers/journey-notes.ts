import type { Caminho, RespostaPrecos } from '../../domain/answers/precos.ts'
import { ESTADO, isInState } from '../../domain/alagoas/state.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Ponto } from '../../domain/geo/distances.ts'
import { decimal, joined, money, punctuatedCnpj, wholeCents } from '../../format/words/formatting.ts'
import { gapWords, wayWords } from '../../format/words/journey-text.ts'
import * as stations from '../lists/found-stations.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Where } from '../lists/radius-and-route.ts'
import type { PriceQuestion } from './price-question.ts'

/** A list of prices, sorted, with its page. */
interface Sorted {
  list: FuelList
  sorted: readonly stations.Located[]
  shown: readonly stations.Located[]
  economia: RespostaPrecos['economia']
}

/** The saving of the drive to the first line, if it is advice (not by distance or time, dearest first, in doubt, a later page), and the sum. */
export function journeyNote(question: PriceQuestion, { list, sorted, shown, economia }: Sorted): string | [] {
  const { journey: contas, page, order } = question
  const [first] = shown
  const unidade = first && list.entries[first.at]?.produto.unidadeMedida
  const { custo } = (first && stations.besideEntry(list, first, contas)) ?? {}
  if (!contas || !first || !custo) return []
  const [symbol, unit] = unidade === 'L' ? ['L', 'litro'] : ['m³', 'm³']
  const reckoned = `Custo: ${decimal(contas.litros)} ${symbol} mais ida e volta, em linha reta × ${decimal(contas.fatorDeVia)}, a ${decimal(contas.consumo)} km por ${unit}.`
  const isByPlaceOrTime = order.ordenar === 'distancia' || order.ordenar === 'recente'
  if ((page.sizes?.pagina ?? 1) > 1 || order.ordem === 'desc' || isByPlaceOrTime) return reckoned
  if (!stations.isExactlyKnown(list, first))
    return `O primeiro da lista tem lugar aproximado: o desvio até ele não se sabe. ${reckoned}`
  const { sobreMaisPerto: saving = null, maisPerto } = economia ?? {}
  const nearest = stations.nearestKnown(list, sorted)
  if (saving === null || !nearest || !maisPerto) return reckoned
  // A station of approximate place may be nearer.
  const ofKnown = nearest === stations.nearestOf(sorted) ? '' : ', dos de lugar conhecido'
  const which = `o posto mais perto${first.along === undefined ? '' : ' da rota'}${ofKnown}`
  const rough = stations.isExactlyKnown(list, nearest) ? '' : ' (lugar aproximado)'
  const named = `${which} (CNPJ ${punctuatedCnpj(maisPerto.cnpj)})${rough}, a ${money(maisPerto.precoProvavel)}`
  const drive = `${wholeCents(custo.deslocamento)} de desvio`
  const total = `sai por ${wholeCents(custo.total)}, com ${drive}`
  if (nearest === first) return `O primeiro da lista é ${which}: ${total}. ${reckoned}`
  if (Math.abs(saving) < LEAST) return `O primeiro da lista ${total}: o mesmo que ${named}. ${reckoned}`
  return saving > 0
    ? `Ir ao primeiro da lista custa ${drive} e poupa ${wholeCents(saving)}, já pago o desvio, contra ${named}. ${reckoned}`
    : `Ir ao primeiro da lista não compensa: custa ${drive} e sai ${wholeCents(-saving)} mais caro que ${named} (ordenar custo põe na frente o que compensa). ${reckoned}`
}

/** Half a cent, in reais: less is no difference. */
const LEAST = 0.005

/** A point in another state, perhaps because its two numbers were exchanged. */
export function outsideNote(centre: Ponto): string | undefined {
  if (isInState(centre)) return undefined
  return `O ponto pedido fica fora de ${ESTADO.nome}, e só há dados de lá${isExchanged(centre) ? ': lat e lon parecem trocadas' : ''}.`
}

export function routeNotes({ route }: Where): string[] {
  if (!route) return []
  const { points } = route
  const towns = [...new Set(points.flatMap(({ tipo, nome }) => (tipo === 'municipio' ? [nome] : [])))]
  const are = towns.length === 1 ? 'é' : 'são'
  const middles = `Na rota, ${joined(towns)} ${are} o meio dos seus postos (com menos de três, o da cidade): para outro ponto de lá, diga o bairro ou o lugar.`
  return [towns.length === 0 ? [] : middles, pointsOutside(points) ?? []].flat()
}

/** Points of a route in another state, whose surroundings have no stations. */
export function pointsOutside(points: readonly Ponto[]): string | undefined {
  const out = points.filter((point) => !isInState(point))
  if (out.length === 0) return undefined
  const which =
    out.length === points.length
      ? 'Os pontos da rota ficam'
      : `${out.length} dos ${points.length} pontos da rota ${out.length === 1 ? 'fica' : 'ficam'}`
  const exchanged = out.every(isExchanged) ? ': lat e lon parecem trocadas' : ''
  return `${which} fora de ${ESTADO.nome}, e só há dados de lá${exchanged}.`
}

/** The towns that a journey was led through, and its long stretches without a station. */
export function wayNotes(caminho: Caminho, { slug, where }: PriceQuestion): string[] {
  const desvio = decimal(where.route?.desvio ?? 0)
  return [
    `A rota vai ${wayWords(caminho)} A estrada pode ser outra: ponha na rota um lugar por onde passa.`,
    ...caminho.semPosto.map(
      (gap) => `${gapWords(gap)}, nenhum posto com ${fuelOf(slug).nomePopular} a até ${desvio} km da linha.`,
    ),
  ]
}

function isExchanged({ latitude, longitude }: Ponto): boolean {
  return isInState({ latitude: longitude, longitude: latitude })
}
