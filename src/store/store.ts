import type { Mudanca } from '../domain/answers/mudancas.ts'
import type { Cursor } from '../domain/answers/cursor.ts'
import type { Slug } from '../domain/facts/fuels.ts'
import type { Venda } from '../domain/facts/sale-record.ts'
import type { Acervo, Cabecalho, Commit, NomeDaFonte } from '../domain/state/commit-state.ts'
import type { Dia, Instante } from '../domain/basics/time.ts'
import type { MonthlyFiles } from './monthly-files/published-months.ts'
import type { Refused } from './engines/checked-files.ts'
import type { Notes } from './notes/note-files.ts'
import type { Step as DayStep } from '../domain/past/run-length-days.ts'

/** The store of one source. A process opens only its own. */
export interface Store {
  readonly fonte: NomeDaFonte
  readonly commits: Commits
  readonly sales: SalesLog
  readonly days: PlaceDays
  readonly changes: Changes
  readonly monthlyFiles: MonthlyFiles
  readonly notes: Notes
  /** Keys of the files found damaged so far. They are not used, and not removed. */
  damaged(): string[]
  /** Files and folders that could not be read though nothing proves damage, and why. */
  refused(): Refused[]
  /** For about so many milliseconds reads again damaged and refused files, then others that have a checksum, in rounds. */
  inspect(ms: number): Promise<void>
  /** Lists the store, and notes as damaged the folders and months that lack files. */
  noteMissing(): Promise<void>
  /**
   * Reads the newest commit, at the start of a process that only serves.
   * @throws {GasolinaError} `configuracao_invalida`: the engine refuses access, or has other content; `formato_desconhecido`;
   * `armazenamento_inalcancavel`, which may pass; `armazenamento_falhou`.
   */
  check(): Promise<void>
  /**
   * `check`, and a trial of all operations of a collection, at the start of a process that collects.
   * @throws {GasolinaError} the same; `armazenamento_falhou` also for read-only, no permission, no hard links…
   */
  probe(): Promise<void>
  /**
   * The collector's lock: gives the function that releases it, or null while another process collects. It only saves
   * calls to the source and keeps clean-up to one process. The lock of a dead process is taken over, and after three
   * minutes without a renewal that of another machine or of a process that hangs.
   */
  tryLock(): Promise<(() => Promise<void>) | null>
}

export interface Commits {
  /** Numbers present, loadable or not, ascending. */
  list(): Promise<number[]>
  /** The newest commit present, loadable or not; null when there is none. Followers poll it every few seconds. */
  head(): Promise<Head | null>
  /**
   * The newest commit whose checksums match, with the numbers of newer damaged ones; null when there is none at all.
   * `held` is a commit that the caller has in memory: it is returned where its files are damaged.
   * @throws {GasolinaError} `dados_indisponiveis` when commits are present and none loads;
   * `formato_desconhecido` when one was written by a newer program.
   */
  load(held?: Commit): Promise<Loaded | null>
  /**
   * Publishes `draft` under the number after the highest present: parts first, then one exclusive create.
   * Returns the new commit, or `superseded` when another collector published since `draft.prev` was loaded: load, merge
   * again, publish the rest.
   * @throws {GasolinaError} `armazenamento_falhou`; the old data stays. `formato_desconhecido` as in `load`.
   */
  publish(draft: Draft): Promise<Commit | 'superseded'>
  /** The content of intact parts, where no commit is intact; the rest is empty. `fuelsSold` is called only when needed. */
  recover(fuelsSold: () => Promise<FuelOf>): Promise<Recovered>
  /** Removes old commits, then parts and old temporary files that no commit names. Under the collector's lock only. */
  cleanUp(): Promise<void>
}

export interface Loaded {
  commit: Commit
  /** Damaged commits, newer than `commit` or the very one that was held; for `situacao`. */
  damaged: number[]
}

/** The fuel of a product, where that is known. */
export type FuelOf = (cnpj: string, codigo: string) => Slug | undefined

export interface Recovered extends Pick<Commit, 'estado' | 'fatias' | 'cadastro'> {
  /** Header of the newest commit that is readable; null when there is none. */
  cabecalho: Cabecalho | null
  /** The stations come from the readable lines of a damaged part. */
  isPatched: boolean
}

/** Number and checksum together identify a commit: a store that was begun anew uses the same numbers again. */
export interface Head {
  seq: number
  /** Null when its file is damaged. */
  sha256: string | null
}

/** A commit as `situacao` names it. */
export type Published = Pick<Cabecalho, 'seq' | 'publicadoEm'>

/** A commit to publish. `prevSha256`: of the commit this one was merged upon, whose number may be another commit's by now. */
export type Draft = Omit<Cabecalho, 'formato' | 'seq' | 'fonte'> & Omit<Commit, 'sha256' | 'cabecalho'>

export interface SalesLog {
  /**
   * Adds the new sales of one collection to the log of `month` (AAAA-MM, the month it began; for a backfill, the month
   * of the sales). Durable when it returns; call it before publishing: a sale without a commit is a true sale.
   */
  append(month: string, sales: readonly Venda[]): Promise<void>
  /** A station's sales with `dataVenda` from the start of `desde` to the end of `ate`, ascending, each once. */
  ofStation(cnpj: string, desde: Dia, ate: Dia): Promise<Venda[]>
  /** True when a file known to be damaged may contain sales that `ofStation` would give. */
  mayLack(cnpj: string, desde: Dia, ate: Dia): boolean
  /**
   * For each instant, the newest sale per station and fuel at or before it and not older than 240 h.
   * In the order of `instants`; each month is read once for all of them.
   */
  newestAsOf(instants: readonly Instante[]): Promise<Venda[][]>
  /** Files of sales that a commit is to name, by month until `latest`: those present, and those of `before` that are gone. */
  fileCounts(before: Acervo | undefined, latest: Instante): Promise<Acervo | undefined>
  /** All sales of the last two months with any: station by station, ascending, each once. */
  latest(): AsyncIterable<Venda[]>
  /**
   * From the third day of a month, folds at most `limit` stations of earlier months; true when something was done.
   * Under the collector's lock only.
   */
  fold(today: Dia, limit?: number): Promise<boolean>
  /** Moves sales that a wrong clock logged under months after `now` to the months they were made in. */
  moveFromFuture(now: Instante): Promise<void>
  /** Lists the log anew and forgets its damaged parts; call it when another commit is served and when `Store.damaged` changed. */
  refresh(): Promise<void>
}

/** Changes between commits: in the commits themselves, later in one file a day. */
export interface Changes {
  /** The steps that led to `commit`, oldest first, each since the one before; back to the first gap, 30 days at most. */
  steps(commit: Commit): Promise<Step[]>
  /** The changes of a step; undefined when they are no longer kept. */
  rows(step: Step): Promise<readonly Mudanca[] | undefined>
  /** Writes the changes of the commits present to the files of their days, and removes old days. Under the lock only. */
  file(newest: Commit): Promise<void>
}

/** One publication, by its changes. */
export interface Step {
  cursor: Cursor
  /** The state that it was merged upon. */
  since: Cursor
  publicadoEm: Instante
  count: number
}

/** A place or station, a fuel, and the values of the days of a month. */
export type DaysRow = readonly [key: string, combustivel: Slug, steps: readonly DayStep[]]

export interface MonthOfDays {
  /** Days of the month with values, ascending. */
  dias: readonly number[]
  rows: readonly DaysRow[]
}

/**
 * Values at the end of past days: one immutable file a month, named by its checksum, which commits refer to. All of it can be
 * computed again from the log of sales.
 */
export interface PlaceDays {
  /** Gives the name for the commit. */
  write(month: string, days: MonthOfDays): Promise<string>
  /** Null when there is no intact file. */
  read(month: string, name: string): Promise<MonthOfDays | null>
  /** Its days, and the rows of these keys alone: the rest of the month is not parsed. */
  rowsOf(month: string, name: string, keys: readonly string[]): Promise<MonthOfDays | null>
}
