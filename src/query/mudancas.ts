import type {
  ArquivoDeMudancas,
  Atribuicao,
  IndiceDeMudancas,
  Mudanca,
  RespostaMudancas,
} from '../domain/answers.ts'
import { changesBetween } from '../domain/changes.ts'
import type { Cursor } from '../domain/cursor.ts'
import { BEGINNING, cursorOf } from '../domain/cursor.ts'
import { distanceKm } from '../domain/distances.ts'
import type { Pedido } from '../domain/parameters.ts'
import { parametros } from '../domain/parameters.ts'
import { CHANGES_KEPT_DAYS } from '../domain/rules.ts'
import { emptyEstado } from '../domain/state.ts'
import { DAY, addMs } from '../domain/time.ts'
import { GasolinaError } from '../errors.ts'
import type { Changes, Step } from '../store/store.ts'
import { aroundPoint } from './lugar.ts'
import { placeOf } from './place.ts'
import type { Snapshot } from './snapshot.ts'

/** What is asked of changes, apart from where to begin and where to stop. */
export type Filtro = Omit<Pedido<'mudancas'>, 'desde' | 'limite'>

/** Some consecutive steps, with those of their changes that pass a filter. */
export interface Page {
  desde: Cursor
  ate: Cursor
  /** Whether there are steps after these. */
  mais: boolean
  passos: { step: Step; mudancas: Mudanca[] }[]
}

/** So many rows are looked through for one answer: a filter that keeps few does not make it read a month. */
const MOST_LOOKED_THROUGH = 20_000
const USUAL_PERIOD = DAY

export function createMudancas({ changes, urlBase }: { changes: Changes; urlBase: string }) {
  const ways = new WeakMap<Snapshot, Promise<Step[]>>()

  return { answer, index, file, page, stepsTo }

  /** @throws {GasolinaError} `cursor_vencido`; `dados_indisponiveis` when a file went damaged meanwhile. */
  async function answer(
    snapshot: Snapshot,
    { desde, limite, ...filtro }: Pedido<'mudancas'>,
    atribuicao: Atribuicao,
  ): Promise<RespostaMudancas> {
    const found = await page(snapshot, { desde, limite, filtro })
    const { lugar, observacoes, sugestoes } = placeOf(snapshot, filtro)
    const { lat, raio = parametros.raio.padrao } = filtro
    return {
      desde: found.desde,
      ate: found.ate,
      mais: found.mais,
      lugar: lat === undefined ? lugar : aroundPoint(lugar, raio),
      observacoes,
      ...(sugestoes && { sugestoes }),
      mudancas: found.passos.flatMap(({ mudancas }) => mudancas),
      ...atribuicao,
    }
  }

  async function index(snapshot: Snapshot, atribuicao: Atribuicao): Promise<IndiceDeMudancas> {
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
      ...atribuicao,
    }
  }

  /** One step whole. Nothing in it depends on who serves it, or when. */
  async function file(
    snapshot: Snapshot,
    cursor: Cursor,
    { demonstracao, aviso }: Atribuicao,
  ): Promise<ArquivoDeMudancas> {
    const step = (await stepsTo(snapshot)).find((one) => one.cursor === cursor)
    if (!step) throw expired(cursor, presentCursor(snapshot))
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

  async function page(
    snapshot: Snapshot,
    { desde, limite, filtro }: { desde: string | undefined; limite: number; filtro: Filtro },
  ): Promise<Page> {
    const newest = presentCursor(snapshot)
    const keeps = createFilter(snapshot, filtro)
    if (desde === BEGINNING) {
      const step = beginning(snapshot)
      const mudancas = everything(snapshot).filter(keeps)
      return { desde: BEGINNING, ate: newest, mais: false, passos: [{ step, mudancas }] }
    }
    const steps = await stepsTo(snapshot)
    const first = desde === 'agora' ? steps.length : firstAfter(desde)
    const passos: Page['passos'] = []
    let [kept, looked] = [0, 0]
    for (const step of steps.slice(first)) {
      // A step is never divided, and one at least is told: so a page always leads on.
      if (kept >= limite || looked >= MOST_LOOKED_THROUGH) break
      const mudancas = (await rowsOf(step)).filter(keeps)
      passos.push({ step, mudancas })
      kept += mudancas.length
      looked += step.count
    }
    const ate = passos.at(-1)?.step.cursor ?? newest
    return { desde: steps[first]?.since ?? newest, ate, mais: ate !== newest, passos }

    function firstAfter(cursor: Cursor | undefined): number {
      if (cursor === undefined) {
        const since = addMs(snapshot.commit.cabecalho.publicadoEm, -USUAL_PERIOD)
        return steps.findLastIndex(({ publicadoEm }) => publicadoEm <= since) + 1
      }
      const at = steps.findIndex(({ since }) => since === cursor)
      if (at >= 0) return at
      if (cursor === newest) return steps.length
      throw expired(cursor, newest)
    }
  }

  /** Oldest first. Found once per snapshot: every question about changes begins with them. */
  function stepsTo(snapshot: Snapshot): Promise<Step[]> {
    const found = ways.get(snapshot) ?? changes.steps(snapshot.commit)
    ways.set(snapshot, found)
    found.catch(() => ways.delete(snapshot))
    return found
  }

  async function rowsOf(step: Step): Promise<readonly Mudanca[]> {
    const rows = await changes.rows(step)
    if (rows) return rows
    throw new GasolinaError(
      'dados_indisponiveis',
      'O registro de mudanças não pôde ser lido inteiro agora. Tente de novo em instantes.',
      { tentarEm: 10 },
    )
  }

  function expired(cursor: Cursor, newest: Cursor): GasolinaError {
    const recomecar = `${urlBase}/gasolina/api/mudancas?desde=${BEGINNING}`
    return new GasolinaError(
      'cursor_vencido',
      `O cursor '${cursor}' não leva mais ao estado de agora: passou dos ${CHANGES_KEPT_DAYS} dias que se guardam, ou é de um estado que se perdeu. Recomece com desde=${BEGINNING} (${recomecar}), que dá tudo o que se sabe agora e o cursor de onde seguir.`,
      {
        erros: [
          { parametro: 'desde', valor: cursor, aceitos: [BEGINNING, 'agora', newest], sugestao: BEGINNING },
        ],
        recomecar,
      },
    )
  }
}

export function presentCursor({ commit: { sha256, cabecalho } }: Snapshot): Cursor {
  return cursorOf(cabecalho.seq, sha256)
}

function beginning(snapshot: Snapshot): Step {
  const { publicadoEm } = snapshot.commit.cabecalho
  return {
    cursor: presentCursor(snapshot),
    since: BEGINNING,
    publicadoEm,
    count: everything(snapshot).length,
  }
}

const present = new WeakMap<Snapshot, readonly Mudanca[]>()

/** All that is known, as what has changed since nothing was. */
function everything(snapshot: Snapshot): readonly Mudanca[] {
  const found = present.get(snapshot) ?? changesBetween(emptyEstado(), snapshot.commit.estado)
  present.set(snapshot, found)
  return found
}

/** Places are those of the stations as they are known now. */
function createFilter(snapshot: Snapshot, filtro: Filtro): (mudanca: Mudanca) => boolean {
  const { combustivel, cnpj, tipo, abaixo = Infinity, suspeitos } = filtro
  const isThere = placeTest(snapshot, filtro)
  return (mudanca) =>
    (combustivel === undefined || mudanca.combustivel === combustivel) &&
    (cnpj === undefined || mudanca.cnpj === cnpj) &&
    (tipo === undefined || mudanca.tipo === tipo) &&
    (abaixo === Infinity || (mudanca.para !== null && mudanca.para < abaixo)) &&
    // That a price is no longer to be believed is told to whoever has believed it.
    (suspeitos === 'incluir' || !mudanca.suspeito || mudanca.tipo === 'suspeita') &&
    isThere(mudanca.cnpj)
}

function placeTest(snapshot: Snapshot, filtro: Filtro): (cnpj: string) => boolean {
  const { lat, lon, raio = parametros.raio.padrao } = filtro
  const place = placeOf(snapshot, filtro)
  const centre = lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon }
  if (!place.areas && !centre) return () => true
  const there = new Set<string>()
  for (const station of snapshot.stations()) {
    const point = station.posto.endereco.localizacao
    if (!place.matches(station)) continue
    if (centre && !(point && distanceKm(centre, point) <= raio)) continue
    there.add(station.posto.cnpj)
  }
  return (cnpj) => there.has(cnpj)
}
