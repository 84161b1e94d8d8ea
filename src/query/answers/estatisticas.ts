import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Estatistica } from '../../domain/answers/estatisticas.ts'
import { type Combustivel, type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import { pause } from '../../domain/basics/event-loop.ts'
import { ascending, inReais, mean, median } from '../../domain/basics/numbers.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import { dayOf } from '../../domain/basics/time.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import type { FuelList } from '../lists/fuel-list.ts'
import type { Where } from '../lists/radius-and-route.ts'
import { endsOf } from '../lists/ranking.ts'
import * as comparison from '../../domain/questions/comparison-rules.ts'
import { day } from '../../format/words/formatting.ts'
import { widened } from '../../format/words/group-words.ts'
import { RAIO_DA_COMPARACAO, REGRA_DOS_SUSPEITOS, USUAL_FUEL } from '../../domain/facts/rules.ts'
import { soleTownOf } from '../places/compared-places.ts'
import { differencesOf, parityAmong } from './fuel-pairs.ts'
import { compare } from './groups.ts'
import { keepToBrands } from '../places/brands.ts'
import { readWhere } from '../places/asked-where.ts'
import { type Place, keepToCircle, keepToTowns, findPlace, stationsIn } from '../places/find-place.ts'
import { toldIn } from './nearest-station-note.ts'
import { fuelNotes } from './price-notes.ts'
import { lateSource, sinceMs, stoppedNote } from './late-sales.ts'
import { positionsEverywhere, positionsIn } from './precos.ts'
import { scarcityNotes } from './scarcity-notes.ts'
import { type Snapshot, dataTime } from '../lists/snapshot.ts'
import { readDayPrices, recurrencesOfPlace, variationSince } from '../past/place-days.ts'
import { variations } from '../past/trends.ts'

type Question = Pedido<'estatisticas'>

/** A summary per fuel, over the very prices that `precos` lists for the same place and hours. */
export async function answerEstatisticas(
  snapshot: Snapshot,
  question: Question,
): Promise<Unattributed<'estatisticas'>> {
  const pedido = inOneTown(snapshot, question)
  const where = readWhere(snapshot, pedido, RAIO_DA_COMPARACAO)
  const codes = pedido.municipios === undefined ? null : comparison.readMunicipalities(pedido.municipios)
  const alone = comparison.groupingOf(pedido) === undefined ? pedido.combustivel : undefined
  const selling = alone && {
    combustivel: alone,
    since: sinceMs(pedido.horas, snapshot.updatedAt(alone)),
  }
  const named = findPlace(snapshot, pedido, selling)
  const inTowns = codes ? keepToTowns(snapshot, named, codes, selling) : named
  const whole = keepToBrands(snapshot, inTowns, pedido.bandeira, !where.around)
  const place = keepToCircle(whole, where)
  const around = stationsIn(snapshot, place)
  const positions = new Map<Slug, readonly number[]>()
  const rows: [Slug, Estatistica][] = []
  // Files of past days are of places, not of circles or brands, whose stations are those of one commit.
  const daysOff =
    where.around || pedido.bandeira !== undefined ? undefined : await recurrencesOfPlace(snapshot, place)
  const earlier = await pricesThen(snapshot, pedido, around)
  for (const combustivel of combustiveis) {
    const { slug } = combustivel
    const list = snapshot.list(slug)
    const since = sinceMs(pedido.horas, snapshot.updatedAt(slug))
    const there = positionsIn(list, place, since)
    const believed = there.filter((at) => !list.suspect[at])
    positions.set(slug, believed)
    if (alone !== undefined && slug !== alone) continue
    const prices = believed.map((at) => list.price[at] ?? 0)
    const present = { stations: there.length, now: median(prices) }
    const variacao = await variations(snapshot, slug, { ...present, among: around, horas: pedido.horas })
    const then = earlier?.of(slug).flatMap(({ cnpj, price }) => (!around || around.has(cnpj) ? price : []))
    const fimDeSemana = daysOff?.get(slug)
    const figures = {
      ...summarize(combustivel, list, believed, prices, pedido.litros),
      ...endsOf(list, believed, standing, where.around?.centre),
      variacao: { ...variacao, ...(earlier && { desde: variationSince(earlier, then ?? [], present) }) },
      ...(fimDeSemana && { fimDeSemana }),
      suspeitos: there.length - believed.length,
    }
    rows.push([slug, figures])
    await pause()
  }
  const paridade = parityAmong(snapshot, positions, pedido.razao)
  await pause()
  const diferencas = await differencesOf(snapshot, positions, alone)
  const told = rows.map(([slug]) => slug)
  const late = lateSource(snapshot, told, pedido.horas)
  const compared = await compare(snapshot, pedido, where.around, earlier)
  const all = [...rows.map(([, figures]) => figures), ...(compared?.grupos ?? [])]
  return {
    atualizadoEm: dataTime(snapshot, alone),
    combustiveis: Object.fromEntries(rows),
    paridade,
    diferencas,
    regraDosSuspeitos: REGRA_DOS_SUSPEITOS,
    ...compared,
    lugar: place.lugar,
    ...(where.around?.centro && { centro: where.around.centro }),
    ...toldIn(
      [
        where.notes,
        place.observacoes,
        where.around && compared?.grupos.length ? BY_CENTRE : [],
        late === undefined ? fewStationsNotes(snapshot, pedido, where, whole, rows) : [],
        fuelNotes(pedido.combustivel),
        pedido.horas === undefined ? widened(all) : OTHER_STATIONS,
        place.areas?.length === 0 ? [] : (late ?? stoppedNote(snapshot)),
        earlier && all.some(({ postos, variacao }) => postos > 0 && variacao.desde === null)
          ? `Onde falta a variação desde ${day(earlier.dia)}, esse dia não foi coletado, menos da metade dos postos tem preço conhecido dele ou não se conhece venda depois dele.`
          : [],
      ].flat(),
    ),
    ...(place.sugestoes && { sugestoes: place.sugestoes }),
  }
}

type Rows = readonly (readonly [Slug, Estatistica])[]

/** Sentences of `precos` on few stations; of all the fuels together, those on a circle without one that sells the usual fuel. */
function fewStationsNotes(
  snapshot: Snapshot,
  { combustivel, horas, bandeira }: Question,
  where: Where,
  place: Place,
  rows: Rows,
) {
  const slug = rows.length === 1 || where.around ? (combustivel ?? USUAL_FUEL) : undefined
  const figures = rows.find(([fuel]) => fuel === slug)?.[1]
  if (slug === undefined || !figures) return []
  const { postos: counted, suspeitos } = figures
  if (combustivel === undefined && counted > 0) return []
  const list = snapshot.list(slug)
  const since = sinceMs(horas, snapshot.updatedAt(slug))
  return scarcityNotes({ slug, where, horas, bandeira }, place, {
    list,
    there: () => positionsIn(list, place, since),
    everywhere: () => positionsEverywhere(snapshot, list, bandeira, since),
    counted,
    omitted: combustivel === undefined ? 0 : suspeitos,
    late: () => undefined,
  })
}

/** @throws {GasolinaError} `parametro_invalido` for a day that is not over. */
async function pricesThen(snapshot: Snapshot, pedido: Question, there: ReadonlySet<string> | null) {
  const { desde } = pedido
  if (desde === undefined) return undefined
  const hoje = dayOf(snapshot.atualizadoEm)
  if (desde >= hoje) throw invalidParameters(refusal('notBefore', { desde, hoje }))
  const all = there === null || comparison.groupingOf(pedido) !== undefined
  const cnpjs = all ? snapshot.stations().map(({ posto }) => posto.cnpj) : [...there]
  return readDayPrices(snapshot, desde, cnpjs)
}

/** Stations that count in groups around a point: a group's are not all within the radius. */
const BY_CENTRE =
  'Os resumos são dos postos dentro do raio; os grupos, dos municípios de centro dentro dele, cada um com todos os seus postos.'

/** Note on `variacao` with `horas`: the rule is the same at both dates, the stations are not. */
const OTHER_STATIONS =
  'Com horas, variacao compara quem vendeu nessas horas com quem vendeu em outras tantas antes de cada data: os postos podem não ser os mesmos.'

/** Question with the municipality of the districts to compare: by default the only one that has districts of these names. */
function inOneTown(snapshot: Snapshot, pedido: Question): Question {
  const { por, bairro, municipio } = pedido
  if (por !== 'bairro' || findPlace(snapshot, { municipio }).areas) return pedido
  const { areas } = findPlace(snapshot, { bairro })
  if (areas?.length === 0) return pedido
  const town = soleTownOf(snapshot, areas ?? [])
  if (town === undefined) throw invalidParameters(refusal('whichTown'))
  return { ...pedido, municipio: String(town) }
}

type Numbers = readonly number[]

/** `prices` in thousandths, ascending, of the entries at `positions`. */
function summarize(fuel: Combustivel, list: FuelList, positions: Numbers, prices: Numbers, litros: number) {
  const { nome, nomePopular, codigoOrigem, unidade } = fuel
  const likely = ascending(positions.map((at) => list.probable[at] ?? 0))
  const tank = unidade === 'L' ? litros : undefined
  return {
    nome,
    nomePopular,
    codigoOrigem,
    unidadeMedida: unidade,
    postos: prices.length,
    precoMinimo: inReais(prices[0]),
    precoMedio: inReais(mean(prices)),
    precoMediano: inReais(median(prices)),
    precoMaximo: inReais(prices.at(-1)),
    economia: { ...savingsIn(prices, tank), provavel: savingsIn(likely, tank) },
  }
}

/** Savings of the lowest of ascending `prices` against the highest, the mean and the median; a tank only where `litros` says its size. */
function savingsIn(prices: readonly number[], litros: number | undefined) {
  const [least = 0] = prices
  const most = prices.at(-1) ?? null
  const below = (price: number | null) => inReais(price === null ? null : price - least)
  return {
    porUnidade: below(most),
    sobreMedia: below(mean(prices)),
    sobreMediana: below(median(prices)),
    ...(litros !== undefined && {
      tanque: { litros, valor: inReais(most === null ? null : (most - least) * litros) },
    }),
  }
}

function standing({ estabelecimento, produto, confirmacao, usual, precoProvavel, duvida }: Entrada) {
  return { estabelecimento, produto, confirmacao, usual, precoProvavel, ...(duvida && { duvida }) }
}
