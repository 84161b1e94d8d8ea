import { groupBy } from '../../domain/basics/lists.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { PostoServido } from '../../domain/answers/shared-schemas.ts'
import { type Slug, perFuel, slugs } from '../../domain/facts/fuels.ts'
import { createMemory, inSteps, lazily, oncePer } from '../../domain/basics/memoize.ts'
import type { Commit } from '../../domain/state/commit-state.ts'
import { type Dia, HOUR, type Instante, dayOf, earlier, instante, toMs } from '../../domain/basics/time.ts'
import { STOPPED_HOURS } from '../../domain/facts/rules.ts'
import { type FuelList, listFuel } from './fuel-list.ts'
import { indexWords } from './station-words.ts'
import { type Station, placeStations } from '../../domain/state/stations.ts'
import { GasolinaError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'

/** One commit in memory. Nothing in it changes; each index is made when first asked for. */
export type Snapshot = Readonly<ReturnType<typeof index>>

/** The store's files on the past, of which a commit has only the names. */
type PastFiles = Pick<Store, 'sales' | 'days'>

interface Earlier {
  commit: Commit
  stationIndex: ReturnType<typeof indexStations>
}

const snapshots = createMemory<Commit, Snapshot>(new WeakMap())

/** One snapshot for each commit. Stations are placed and indexed anew only where they, or the registry, are not those of `before`: hardly ever. */
export function createSnapshot(commit: Commit, past: PastFiles, before?: Earlier): Snapshot {
  return snapshots(commit, () => index(commit, past, before))
}

function index(commit: Commit, { sales, days }: PastFiles, before: Earlier | undefined) {
  const { cabecalho, estado } = commit
  const stationIndex =
    before && hasSameStations(before.commit, commit) ? before.stationIndex : indexStations(commit)
  const { placing, indexing, byCnpj } = stationIndex
  const stations = placing.finish
  const lists = perFuel(({ slug }) =>
    inSteps(() => listFuel(slug, estado.atuais[slug], byCnpj(), estado.medianas[slug])),
  )
  return {
    commit,
    sales,
    days,
    stationIndex,
    /** Newest of the fuels' times of update: the present, as far as answers are concerned. */
    atualizadoEm: cabecalho.atualizadoEm,
    /** End of the last collection in which a part of that fuel answered validly; null when none ever did. */
    updatedAt: (slug: Slug) => cabecalho.atualizadoPorCombustivel[slug],
    /** One entry per station, its newest sale of the fuel across product codes, with the columns selections work on. */
    list: (slug: Slug): FuelList => lists[slug].finish(),
    posto: (cnpj: string) => byCnpj().get(cnpj)?.posto,
    /** Every station ever seen, by CNPJ, with believable coordinates and `localizacao`. Frozen. */
    stations,
    /** Stations by words of their names and addresses. */
    words: indexing.finish,
    /** Makes the indexes before anyone asks, `pause` between steps of some ten milliseconds. */
    async prepare(pause: () => Promise<unknown>): Promise<void> {
      for (const steps of [placing, indexing, ...Object.values(lists)]) {
        while (!steps.step()) await pause()
        await pause()
      }
    },
  }
}

/** Keeps nothing of the commit alive once it is finished: later ones share it. */
function indexStations(commit: Commit) {
  const placing = placingOf(commit)
  const indexing = inSteps(() => indexWords(placing.finish()))
  const byCnpj = lazily(() => new Map(placing.finish().map((s) => [s.posto.cnpj, s] as const)))
  return { placing, indexing, byCnpj }
}

function placingOf({ estado: { postos }, cadastro }: Commit) {
  return inSteps(() => placeStations(postos, cadastro))
}

/** Stations are compared by identity: a commit read from the store shares equal descriptions with the one read before it. */
function hasSameStations(before: Commit, { estado: { postos }, cadastro }: Commit): boolean {
  const others = before.estado.postos
  return (
    cadastro === before.cadastro &&
    postos.length === others.length &&
    postos.every(({ estabelecimento }, at) => estabelecimento === others[at]?.estabelecimento)
  )
}

/** The newest sale of a fuel at a station; undefined where none is known. */
export function entryOf(snapshot: Snapshot, slug: Slug, cnpj: string): Entrada | undefined {
  const list = snapshot.list(slug)
  const at = list.positionOf(cnpj)
  return at === undefined ? undefined : list.entries[at]
}

/** Time of the data of an answer: of one fuel its own, of several the newest of the commit. */
export function dataTime(snapshot: Snapshot, fuel: Slug | undefined): Instante {
  return (fuel && snapshot.updatedAt(fuel)) ?? snapshot.atualizadoEm
}

/** Time of the newest sale of the fuels in the state, of all unless given, in milliseconds; 0 without one. */
export function newestSale(snapshot: Snapshot, fuels: readonly Slug[] = slugs): number {
  return Math.max(...fuels.map((slug) => newestOf(snapshot.list(slug)).soldAt))
}

const newestOf = oncePer(({ soldAt }: FuelList) => ({ soldAt: soldAt.reduce((a, b) => Math.max(a, b), 0) }))

/** The newest sale of the state where the collection found none of the last hours; undefined where the source showed newer ones. */
export function stoppedSince(snapshot: Snapshot): Instante | undefined {
  const newest = newestSale(snapshot)
  const isOld = newest > 0 && toMs(snapshot.atualizadoEm) - newest >= STOPPED_HOURS * HOUR
  return isOld ? instante(newest) : undefined
}

/** The last day of which a sale is known, as a source shows sales hours after they were made. Days after it say nothing of prices. */
export function lastDayOfSales(snapshot: Snapshot): Dia {
  const newest = newestSale(snapshot)
  const present = dayOf(snapshot.atualizadoEm)
  return newest > 0 ? earlier(dayOf(instante(newest)), present) : present
}

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export function knownStation(snapshot: Snapshot, cnpj: string): PostoServido {
  const posto = snapshot.posto(cnpj)
  if (posto) return posto
  throw new GasolinaError(
    'posto_nao_encontrado',
    `Nenhum posto conhecido tem o CNPJ ${cnpj}: confira-o ou procure o posto pelo nome.`,
  )
}

/** Stations with a believed price of any fuel. */
export const pricedStations = oncePer((snapshot: Snapshot): Station[] => {
  const priced = new Set<PostoServido>()
  for (const slug of slugs) {
    const { believed, entries } = snapshot.list(slug)
    for (const at of believed) if (entries[at]) priced.add(entries[at].estabelecimento)
  }
  return snapshot.stations().filter(({ posto }) => priced.has(posto))
})

export const pricedByTown = oncePer((snapshot: Snapshot) =>
  groupBy(pricedStations(snapshot), ({ codigoIBGE }) => codigoIBGE),
)
