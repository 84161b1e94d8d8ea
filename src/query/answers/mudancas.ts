import type { RespostaDe, Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { BEGINNING, type Cursor, cursorOf } from '../../domain/facts/published-changes.ts'
import { changesInSteps } from '../../domain/trust/changes.ts'
import { pause } from '../../domain/basics/event-loop.ts'
import { oncePer } from '../../domain/basics/memoize.ts'
import { type Pedido, consultas } from '../../domain/questions/parameters.ts'
import { addressOf } from '../../domain/questions/question-url.ts'
import { CHANGES_KEPT_DAYS } from '../../domain/facts/rules.ts'
import { emptyEstado } from '../../domain/state/commit-state.ts'
import { DAY, addMs } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import type { Changes, Step } from '../../store/changes/changes-log.ts'
import { readWhere } from '../places/asked-where.ts'
import { fuelNotes, unknownStations } from './price-notes.ts'
import { keepToCircle, findPlace, stationsIn } from '../places/find-place.ts'
import type { Snapshot } from '../lists/snapshot.ts'

type ChangeFilter = Omit<Pedido<'mudancas'>, 'desde' | 'limite'>

/** Limit of rows read for one answer, so that a filter that keeps few of them does not read a month. */
const MOST_LOOKED_THROUGH = 20_000

export function createMudancas({ changes, urlBase }: { changes: Changes; urlBase: string }) {
  /** Steps up to a commit, oldest first, read once per commit. */
  const stepsTo = oncePer((snapshot: Snapshot) => changes.steps(snapshot.commit))

  return { answer, index, file, stepsTo, firstAfter, reading }

  /** @throws {GasolinaError} `cursor_vencido`; `dados_indisponiveis` when a file went damaged meanwhile. */
  async function answer(snapshot: Snapshot, pedido: Pedido<'mudancas'>): Promise<Unattributed<'mudancas'>> {
    const { desde, limite, ...filtro } = pedido
    const { mudancas, ...found } = await page(snapshot, desde, limite, filtro)
    const { where, place } = placeAsked(snapshot, filtro)
    const { lugar, observacoes, sugestoes } = place
    return {
      ...found,
      lugar,
      ...(where.around?.centro && { centro: where.around.centro }),
      observacoes: [
        ...where.notes,
        ...observacoes,
        ...unknownStations(snapshot, filtro.cnpj?.split(',')),
        ...fuelNotes(filtro.combustivel),
      ],
      ...(sugestoes && { sugestoes }),
      mudancas,
    }
  }

  async function index(snapshot: Snapshot): Promise<Unattributed<'mudancasIndice'>> {
    const steps = await stepsTo(snapshot)
    const newest = presentCursor(snapshot)
    return {
      desde: steps[0]?.since ?? newest,
      ate: newest,
      arquivos: steps.map(({ cursor, since, publicadoEm, count }) => ({
        cursor,
        desde: since,
        publicadoEm,
        mudancas: count,
        url: `${urlBase}/gasolina/dados/mudancas/${cursor}.json`,
      })),
    }
  }

  /** One step whole. Nothing in it depends on who serves it, or when. */
  async function file(
    snapshot: Snapshot,
    cursor: Cursor,
    { demonstracao, aviso }: Atribuicao,
  ): Promise<RespostaDe<'mudancasArquivo'>> {
    const steps = await stepsTo(snapshot)
    const step = steps[firstAfter(snapshot, steps, cursor, restartOf({ suspeitos: 'omitir' })) - 1]
    // The oldest cursor leads on, but of the step before it there is no file: gone, or never there.
    if (!step)
      throw new GasolinaError(
        'rota_nao_encontrada',
        `O cursor '${cursor}' é o mais antigo que se guarda: não há arquivo que leve a ele, mas as mudanças depois dele seguem em index.json e em desde=${cursor}.`,
      )
    const { since, publicadoEm } = step
    return {
      desde: since,
      ate: cursor,
      publicadoEm,
      mudancas: [...(await rowsOf(step))],
      demonstracao,
      ...(aviso !== undefined && { aviso }),
    }
  }

  async function page(snapshot: Snapshot, desde: string | undefined, limite: number, filtro: ChangeFilter) {
    const newest = presentCursor(snapshot)
    if (desde === BEGINNING) {
      const keeps = createFilter(snapshot, filtro)
      const mudancas: Mudanca[] = []
      // Everything known, as changes since an empty state. Not kept: of 42,000 stations it is 130,000 objects.
      for (const step of changesInSteps(emptyEstado(), snapshot.commit.estado)) {
        for (const mudanca of step) if (keeps(mudanca)) mudancas.push(mudanca)
        await pause()
      }
      return { desde: BEGINNING, ate: newest, mais: false, mudancas }
    }
    const steps = await stepsTo(snapshot)
    const first =
      desde === undefined
        ? firstOfDay(snapshot, steps)
        : firstAfter(snapshot, steps, desde === 'agora' ? newest : desde, restartOf({ ...filtro, limite }))
    const read = reading(snapshot, filtro)
    const mudancas: Mudanca[] = []
    let ate = newest
    let looked = 0
    for (const step of steps.slice(first)) {
      // A page has whole steps and at least one, so its cursor always advances.
      if (mudancas.length >= limite || looked >= MOST_LOOKED_THROUGH) break
      for (const mudanca of await read(step)) mudancas.push(mudanca)
      ate = step.cursor
      looked += step.count
    }
    return { desde: steps[first]?.since ?? newest, ate, mais: ate !== newest, mudancas }
  }

  function reading(snapshot: Snapshot, filtro: ChangeFilter): (step: Step) => Promise<Mudanca[]> {
    const keeps = createFilter(snapshot, filtro)
    return async (step) => (await rowsOf(step)).filter(keeps)
  }

  async function rowsOf(step: Step): Promise<readonly Mudanca[]> {
    const rows = await changes.rows(step)
    if (rows) return rows
    const why = 'O registro de mudanças não pôde ser lido inteiro agora. Tente de novo em instantes.'
    throw new GasolinaError('dados_indisponiveis', why, { tentarEm: 10 })
  }

  /** The address of the whole state, by the same filters: a follower of one town does not become one of the state. */
  function restartOf(filtro: ChangeFilter & { limite?: number }): string {
    const { limite } = consultas.mudancas.padroes
    return `${urlBase}${addressOf('mudancas', { limite, ...filtro, desde: BEGINNING })}`
  }
}

/** Index of the first step of the last 24 hours. */
function firstOfDay({ commit }: Snapshot, steps: readonly Step[]): number {
  const since = addMs(commit.cabecalho.publicadoEm, -DAY)
  return steps.findLastIndex(({ publicadoEm }) => publicadoEm <= since) + 1
}

/** Index of the step that follows a cursor; the number of steps for the present cursor. @throws {GasolinaError} `cursor_vencido`. */
function firstAfter(
  snapshot: Snapshot,
  steps: readonly Step[],
  cursor: Cursor,
  restart: string,
  isFeed = false,
): number {
  const at = steps.findIndex(({ since }) => since === cursor)
  if (at >= 0) return at
  const newest = presentCursor(snapshot)
  if (cursor === newest) return steps.length
  const given = { parametro: 'desde', valor: cursor }
  // A feed begins again at its own address, with the newest changes.
  const [way, erro] = isFeed
    ? [`Recomece por ${restart}, sem desde: traz as mudanças mais novas.`, { ...given, aceitos: [newest] }]
    : [
        `Recomece com desde=${BEGINNING} e os mesmos filtros (${restart}): dá tudo o que se sabe agora e o cursor de onde seguir.`,
        { ...given, aceitos: [BEGINNING, 'agora', newest], sugestao: BEGINNING },
      ]
  throw new GasolinaError(
    'cursor_vencido',
    `O cursor '${cursor}' não leva mais ao estado de agora: passou dos ${CHANGES_KEPT_DAYS} dias que se guardam, ou é de um estado que se perdeu. ${way}`,
    { erros: [erro], recomecar: restart },
  )
}

export function placeAsked(snapshot: Snapshot, filtro: ChangeFilter) {
  const where = readWhere(snapshot, filtro)
  return { where, place: keepToCircle(findPlace(snapshot, where), where) }
}

function presentCursor({ commit: { sha256, cabecalho } }: Snapshot): Cursor {
  return cursorOf(cabecalho.seq, sha256)
}

/** The place of a change is the station's place of today. */
function createFilter(snapshot: Snapshot, filtro: ChangeFilter): (mudanca: Mudanca) => boolean {
  const { combustivel, cnpj, tipo, abaixo = Infinity, suspeitos } = filtro
  const there = stationsIn(snapshot, placeAsked(snapshot, filtro).place)
  const stations = cnpj === undefined ? undefined : new Set(cnpj.split(','))
  return (mudanca) =>
    (combustivel === undefined || mudanca.combustivel === combustivel) &&
    (!stations || stations.has(mudanca.cnpj)) &&
    (tipo === undefined || mudanca.tipo === tipo) &&
    (abaixo === Infinity || (mudanca.para !== null && mudanca.para < abaixo)) &&
    // `suspeita` and `trocou` revoke an earlier answer, so they are never omitted.
    (suspeitos === 'incluir' ||
      !mudanca.suspeito ||
      mudanca.tipo === 'suspeita' ||
      mudanca.tipo === 'trocou') &&
    (!there || there.has(mudanca.cnpj))
}
