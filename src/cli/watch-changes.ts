import type { Mudanca } from '../domain/answers/mudancas.ts'
import { BEGINNING } from '../domain/facts/published-changes.ts'
import type { Pedido } from '../domain/questions/parameters.ts'
import { MINUTE, SECOND } from '../domain/basics/time.ts'
import { GasolinaError, mayPass } from '../errors.ts'
import type { Query } from '../query/query.ts'
import { createPageGuard } from '../response-limits.ts'
import type { Feedback, Watch } from './program.ts'

export interface WatchOptions extends Pick<Watch, 'pause'>, Pick<Feedback, 'tell'> {
  query: Pick<Query, 'mudancas'>
  pedido: Pedido<'mudancas'>
  /** Milliseconds between two looks. */
  interval: number
  /** Ends after the changes known at this moment. */
  once: boolean
  /** The cursor is one kept by an earlier watch: when it is gone, the watch begins anew. */
  isResumed?: boolean
}

const LONGEST_PAUSE = 5 * MINUTE
/** Fruitless answers in a row that are asked again at once. */
const MOST_FRUITLESS = 1
/** After them: twelve questions a minute. */
const SLOW = 5 * SECOND

/**
 * The first question must succeed; after a later failure that may pass, the watch says so once and retries. An answer is fruitless when
 * it promises more without changes or a new cursor, or when a new beginning is lost as well: the watch says so once and asks slowly.
 * With `abaixo`, stations already below it come first, and are not repeated after a lost cursor.
 */
export async function* watch(options: WatchOptions) {
  const { query, pedido, interval, once, isResumed = false, pause, tell } = options
  const isNews = createNews(pedido)
  let desde = pedido.desde ?? beginningOf(pedido, once)
  let isNewBeginning = true
  let missed = 0
  let fruitless = 0
  let leadsTo = createPageGuard()
  for (let isFirst = true; ; isFirst = false) {
    let wait = interval
    let isAll = true
    try {
      const { ate, mais, mudancas, aviso, observacoes = [] } = await query.mudancas({ ...pedido, desde })
      if (missed > 0) tell('De volta: nada do que mudou se perdeu.')
      missed = 0
      isAll = !mais
      const way = mais ? leadsTo(ate) : 'new'
      if (way !== 'again') {
        desde = ate
        const news = mudancas.filter((mudanca) => isNews(mudanca, isNewBeginning))
        yield { ate, mudancas: news, aviso, observacoes }
      } else if (once)
        throw new GasolinaError('api_inalcancavel', 'O servidor diz que há mais mudanças e não as manda.')
      if (mais) {
        fruitless = way === 'new' && mudancas.length > 0 ? 0 : fruitless + 1
        if (way !== 'enough' && fruitless <= MOST_FRUITLESS) continue
        if (fruitless === MOST_FRUITLESS + 1) tell(MORE_TO_COME)
        wait = SLOW
      } else {
        if (!isNewBeginning) fruitless = 0
        isNewBeginning = false
        leadsTo = createPageGuard()
      }
    } catch (error) {
      if (!(error instanceof GasolinaError)) throw error
      const isGone = error.codigo === 'cursor_vencido'
      if ((once || isFirst) && !(isGone && isFirst && isResumed)) throw error
      if (isGone) {
        if (fruitless === 0)
          tell('Parte das mudanças não é mais guardada: a vigia recomeça do estado de agora.')
        desde = beginningOf(pedido, once)
        isNewBeginning = true
        leadsTo = createPageGuard()
        if (++fruitless <= MOST_FRUITLESS) continue
      } else {
        if (!mayPass(error)) throw error
        if (missed === 0) tell(`${error.message} A vigia continua, e tenta de novo.`)
        const asked = (error.tentarEm ?? 0) * SECOND
        wait = Math.max(interval, Math.min(LONGEST_PAUSE, interval * 2 ** missed), asked)
        missed++
      }
    }
    if (fruitless > MOST_FRUITLESS) wait = Math.max(wait, SLOW)
    if ((once && isAll) || !(await pause(wait))) return
  }
}

const MORE_TO_COME =
  'O servidor diz que há mais mudanças e ainda não as mandou: a vigia passa a perguntar de 5 em 5 segundos.'

/** Cursor of the first look: with `abaixo` the beginning, for stations already below it; a single look without it covers the last day. */
function beginningOf({ abaixo }: Pedido<'mudancas'>, once: boolean): string | undefined {
  if (abaixo !== undefined) return BEGINNING
  return once ? undefined : 'agora'
}

/** Types of rows that may repeat a price already told. */
const REPEATED: ReadonlySet<Mudanca['tipo']> = new Set(['novo', 'confirmada', 'trocou'])

/**
 * News with `abaixo`: a price whose flag changes is told once, and a price from before a new beginning is no news, nor, unless asked for, a
 * rise to one that is still below. Of a rise from a suspect price the flag's change tells.
 */
function createNews(pedido: Pedido<'mudancas'>): (mudanca: Mudanca, isNewBeginning: boolean) => boolean {
  const told = new Map<string, Pick<Mudanca, 'para' | 'dataVenda'>>()
  return ({ combustivel, cnpj, codigo, tipo, para, dataVenda }, isNewBeginning) => {
    if (pedido.abaixo === undefined) return true
    const key = `${combustivel} ${cnpj} ${codigo}`
    if (tipo === 'suspeita') {
      told.delete(key)
      return false
    }
    const known = told.get(key)
    const isRise = tipo === 'subiu' && pedido.tipo !== tipo
    if (known || !isRise) told.set(key, { para, dataVenda })
    if (isRise) return false
    if (known?.para !== para || !REPEATED.has(tipo)) return true
    // A rise or a disappearance in between was not reported: only another sale makes the price news again.
    return !isNewBeginning && known.dataVenda !== dataVenda
  }
}
