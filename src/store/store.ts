import type { Mudanca } from '../domain/answers/mudancas.ts'
import type { Cursor } from '../domain/answers/cursor.ts'
import type { Slug } from '../domain/facts/fuels.ts'
import type { Venda } from '../domain/facts/sale-record.ts'
import type {
  Acervo,
  Cabecalho,
  Coleta,
  Commit,
  Derivados,
  Estado,
  MemoriaDaFatia,
  NomeDaFonte,
} from '../domain/state/commit-state.ts'
import type { Dia, Instante } from '../domain/basics/time.ts'
import type { Bulk } from './bulk/bulk-months.ts'
import type { Refused } from './engines/checked-files.ts'
import type { Step as DayStep } from '../domain/past/run-length-days.ts'

/** The store of one source. A process opens only its own. */
export interface Store {
  readonly fonte: NomeDaFonte
  readonly commits: Commits
  readonly sales: SalesLog
  readonly days: PlaceDays
  readonly changes: Changes
  readonly bulk: Bulk
  readonly notes: Notes
  /** Keys of the files found damaged so far, by whoever met them; left where they are, and not used. */
  damaged(): string[]
  /** Files and folders that could not be read, and why; nothing says that they are damaged. */
  refused(): Refused[]
  /** For about so many milliseconds reads again what is damaged or refused, then some more of all that proves itself, round after round. */
  inspect(ms: number): Promise<void>
  /**
   * Looks at the newest commit, for the start of a process that only serves.
   * @throws {GasolinaError} `configuracao_invalida`: the engine refuses us, or holds something else; `formato_desconhecido`;
   * `armazenamento_inalcancavel`, which may pass; `armazenamento_falhou`.
   */
  check(): Promise<void>
  /**
   * The same, and tries everything a collection will need; for the start of a process that collects.
   * @throws {GasolinaError} the same; `armazenamento_falhou` also for read-only, no permission, no hard links…
   */
  probe(): Promise<void>
  /**
   * The collector's lock: gives the function that releases it, or null while another process collects. It only saves
   * calls to the source and keeps clean-up to one process. A dead process's lock is taken over; so is, after three
   * minutes without a sign of life, that of another machine or of a process that hangs.
   */
  tryLock(): Promise<(() => Promise<void>) | null>
}

export interface Commits {
  /** Numbers present, loadable or not, ascending. */
  list(): Promise<number[]>
  /** The newest commit present, loadable or not; null when there is none. What a follower looks at every few seconds. */
  head(): Promise<Head | null>
  /**
   * The newest commit whose checksums hold, with the numbers of newer ones that do not; null when there is none at all.
   * `held` is what the caller has in memory, whole: found damaged in its place, it counts as whole.
   * @throws {GasolinaError} `dados_indisponiveis` when commits are present and none loads;
   * `formato_desconhecido` when one was written by a newer program.
   */
  load(held?: Commit): Promise<Loaded | null>
  /**
   * Publishes `draft` under the number after the highest present: parts first, then one exclusive create.
   * Returns the new commit, or `superseded` when another collector published since `draft.prev` was loaded: load, merge
   * again, publish what remains.
   * @throws {GasolinaError} `armazenamento_falhou`; the old data stays. `formato_desconhecido` as in `load`.
   */
  publish(draft: Draft): Promise<Commit | 'superseded'>
  /** What single parts still say where no commit is whole; what none says is empty. `fuelsSold` is asked only when needed. */
  salvage(fuelsSold: () => Promise<FuelOf>): Promise<Salvage>
  /**
   * Keeps the newest 48, at least three of them verified; then drops parts and old temporary files nobody names.
   * Under the collector's lock only.
   */
  cleanUp(): Promise<void>
}

export interface Loaded {
  commit: Commit
  /** Commits that could not be read, newer than `commit` or the very one that was held; for `situacao`. */
  damaged: number[]
}

/** The fuel a product is sold as, where that is known. */
export type FuelOf = (cnpj: string, codigo: string) => Slug | undefined

export interface Salvage extends Pick<Commit, 'estado' | 'fatias'> {
  /** Of the newest commit that can be read, though its parts cannot; null when none can. */
  cabecalho: Cabecalho | null
  /** No part with the stations is whole: these are the lines of a damaged one that still read as such. */
  isPatched: boolean
}

/** A number may be used again, by a store that was begun anew or lost its newest commit: number and checksum together tell. */
export interface Head {
  seq: number
  /** Null when its file is damaged. */
  sha256: string | null
}

/** A commit as `situacao` names it. */
export type Published = Pick<Cabecalho, 'seq' | 'publicadoEm'>

export interface Draft {
  /** Number of the commit this one was merged upon; null for a first one. */
  prev: number | null
  /** The checksum of that commit: another may bear its number by now. */
  prevSha256?: string | undefined
  publicadoEm: Instante
  atualizadoEm: Instante
  atualizadoPorCombustivel: Cabecalho['atualizadoPorCombustivel']
  reconstruidoEm?: Instante
  acervo?: Acervo
  dias?: Cabecalho['dias']
  coleta: Coleta
  estado: Estado
  fatias: MemoriaDaFatia[]
  derivados?: Derivados
}

export interface SalesLog {
  /**
   * Adds sales first seen in one collection to the log of `month` (AAAA-MM, the month it began; for a backfill, the month
   * of the sales). Durable when it returns; call it before publishing: an orphan is a true sale.
   */
  append(month: string, sales: readonly Venda[]): Promise<void>
  /** A station's sales with `dataVenda` from the start of `desde` to the end of `ate`, ascending, each once. */
  ofStation(cnpj: string, desde: Dia, ate: Dia): Promise<Venda[]>
  /** Whether a file known to be damaged may hold sales that `ofStation` would give. */
  mayLack(cnpj: string, desde: Dia, ate: Dia): boolean
  /**
   * For each instant, the newest sale per station and fuel at or before it and not older than 240 h.
   * In the order of `instants`; read once for all of them.
   */
  newestAsOf(instants: readonly Instante[]): Promise<Venda[][]>
  /**
   * The files there are to be of months until `latest`, for the commit: those there are, and those that `before` tells of and
   * are gone.
   */
  holdings(before: Acervo | undefined, latest: Instante): Promise<Acervo | undefined>
  /** All sales of the last two months there are any of: station by station, each station's ascending, each once. */
  latest(): AsyncIterable<Venda[]>
  /**
   * From the third day of a month, folds at most `limit` stations of earlier months; true when something was done.
   * Under the collector's lock only.
   */
  fold(today: Dia, limit?: number): Promise<boolean>
  /** Sales logged under months after `latest`, by a clock that was wrong, go to the months they were made in. */
  refile(latest: Instante): Promise<void>
  /**
   * Lists the log anew, which questions never do, and reads again what was damaged. To be called whenever another commit is
   * served and whenever `damaged` of the store changed.
   */
  refresh(): Promise<void>
}

/** What commits changed, along the way that led to one: in the commits themselves, then in a file a day. */
export interface Changes {
  /**
   * The steps that led to `commit`, oldest first, each since the one before it; as far back as nothing is missing, 30 days at
   * most. The same whoever asks, while the files are whole.
   */
  steps(commit: Commit): Promise<Step[]>
  /** What a step changed; undefined when it is not to be had any more. */
  rows(step: Step): Promise<readonly Mudanca[] | undefined>
  /** Files what the commits present say, and drops days no more asked for. Under the collector's lock only. */
  file(newest: Commit): Promise<void>
}

/** One publication, by what it changed. */
export interface Step {
  cursor: Cursor
  /** The state that it was merged upon. */
  since: Cursor
  publicadoEm: Instante
  count: number
}

/** Small files beside the commits; none is authoritative: one that cannot be read counts as none, and as damaged. */
export interface Notes {
  /** The last attempt to collect, published or not. */
  readLastAttempt(): Promise<LastAttempt | null>
  writeLastAttempt(attempt: LastAttempt): Promise<void>
  /** What is held back of one fuel. */
  readHeldBack(slug: Slug): Promise<HeldBack | null>
  /** null forgets it. */
  writeHeldBack(slug: Slug, held: HeldBack | null): Promise<void>
}

export interface LastAttempt {
  coleta: Coleta
  /** When the next collection is due, and its commit expected; null when nobody is scheduled (`atualizar` by hand). */
  proxima: Instante | null
  publicacao?: Instante | null
  /** Minutes between the collections of whoever is scheduled. */
  intervalo?: number
  /** The newest commit its collector knew of: should the store lose it, this tells. */
  publicado?: Published | undefined
}

export interface HeldBack {
  proposals: { em: Instante; mediana: number }[]
  /** Every sale held since the first proposal, as the log would have it, with what the state needs of its station. */
  registros: unknown[]
}

/** A place or station, a fuel, and what held on which days of a month. */
export type DaysRow = readonly [key: string, combustivel: Slug, steps: readonly DayStep[]]

export interface MonthOfDays {
  /** Days of the month that are told, ascending. */
  dias: readonly number[]
  rows: readonly DaysRow[]
}

/**
 * What held at the end of past days: files of a month, never changed, named by their checksum. Commits name those that hold
 * for them. All of it can be computed again from the log of sales, so nothing else rests on it.
 */
export interface PlaceDays {
  /** Gives the name a commit is to tell. */
  write(month: string, days: MonthOfDays): Promise<string>
  /** Null when there is no such file, or none that is whole. */
  read(month: string, name: string): Promise<MonthOfDays | null>
  /** Its days, and the rows of these keys alone: the rest of the month is not parsed. */
  rowsOf(month: string, name: string, keys: readonly string[]): Promise<MonthOfDays | null>
}
