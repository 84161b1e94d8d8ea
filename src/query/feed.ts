import type { Atribuicao, Mudanca } from '../domain/answers.ts'
import type { Cursor } from '../domain/cursor.ts'
import type { Pedido } from '../domain/parameters.ts'
import type { Instante } from '../domain/time.ts'
import { DAY, addMs, dayOf } from '../domain/time.ts'
import type { FeedEntry } from '../format/atom.ts'
import { atomDocument } from '../format/atom.ts'
import type { Step } from '../store/store.ts'
import type { createMudancas } from './mudancas.ts'
import { presentCursor } from './mudancas.ts'
import type { Snapshot } from './snapshot.ts'
import { toQuery } from './remote-address.ts'

/**
 * A document of the feed ends with the day, or once it has so many entries; always where a publication ends. So where one
 * begins and ends does not change when more is published, and those before the last never change.
 */
const ENTRIES = 200
/** What the document to subscribe to may reach back, as far as it has no more entries than one. */
const REACH = 2 * DAY

interface Document {
  since: Cursor
  ate: Cursor
  entries: FeedEntry[]
}

interface Addresses {
  urlBase: string
  site: string
}

/** The changes as Atom (RFC 4287) in archived documents (RFC 5005): the last ones to subscribe to, each naming those before. */
export function createFeed(mudancas: ReturnType<typeof createMudancas>, { urlBase, site }: Addresses) {
  return { atom }

  /** @throws {GasolinaError} `cursor_vencido`. */
  async function atom(
    snapshot: Snapshot,
    pedido: Pedido<'mudancasAtom'>,
    atribuicao: Atribuicao,
  ): Promise<string> {
    const { desde, ...filtro } = pedido
    const steps = await mudancas.stepsTo(snapshot)
    const newest = presentCursor(snapshot)
    const read = mudancas.reading(snapshot, filtro)
    const cut = (from: number, to: number) => documentsOf(steps.slice(from, to), read)
    const address = (since?: Cursor) => addressOf(filtro, since)
    const common = {
      urlBase,
      site,
      current: address(),
      updated: snapshot.commit.cabecalho.publicadoEm,
      atribuicao,
    }
    if (desde === undefined) {
      const shown = await lastDocuments(snapshot, steps, cut)
      const before = await documentBefore(steps, shown[0]?.since ?? newest, cut)
      return atomDocument({
        ...common,
        self: address(),
        prev: before && address(before.since),
        entries: shown.flatMap(({ entries }) => entries),
      })
    }
    const from = mudancas.firstAfter(snapshot, steps, desde)
    const [document] = await cut(from, endOfDay(steps, from))
    const ate = document?.ate ?? newest
    const before = await documentBefore(steps, desde, cut)
    return atomDocument({
      ...common,
      updated: steps.findLast(({ cursor }) => cursor === ate)?.publicadoEm ?? common.updated,
      self: address(desde),
      prev: before && address(before.since),
      next: ate === newest ? undefined : address(ate),
      isArchive: true,
      entries: document?.entries ?? [],
    })
  }

  function addressOf(filtro: Omit<Pedido<'mudancasAtom'>, 'desde'>, desde?: Cursor): string {
    const { suspeitos, ...rest } = filtro
    const shown = { ...rest, ...(suspeitos === 'incluir' && { suspeitos }), ...(desde && { desde }) }
    const search = new URLSearchParams(toQuery(shown)).toString()
    return `${urlBase}/gasolina/mudancas.atom${search && `?${search}`}`
  }
}

/** Steps of one day as documents, oldest first. */
async function documentsOf(
  steps: readonly Step[],
  read: (step: Step) => Promise<Mudanca[]>,
): Promise<Document[]> {
  const documents: Document[] = []
  for (const step of steps) {
    const open = documents.at(-1)
    const entries = (await read(step)).map((mudanca): FeedEntry => ({ mudanca, step }))
    if (open && open.entries.length < ENTRIES) {
      open.entries.push(...entries)
      open.ate = step.cursor
    } else documents.push({ since: step.since, ate: step.cursor, entries })
  }
  return documents
}

type Cut = (from: number, to: number) => Promise<Document[]>

/** At least one, and as many as the reach and the number of entries allow. */
async function lastDocuments(snapshot: Snapshot, steps: readonly Step[], cut: Cut): Promise<Document[]> {
  const since: Instante = addMs(snapshot.commit.cabecalho.publicadoEm, -REACH)
  const shown: Document[] = []
  let entries = 0
  for (let to = steps.length; to > 0;) {
    const from = startOfDay(steps, to - 1)
    for (const document of (await cut(from, to)).toReversed()) {
      if (shown.length > 0 && entries + document.entries.length > ENTRIES) return shown
      shown.unshift(document)
      entries += document.entries.length
    }
    if ((steps[from]?.publicadoEm ?? '') < since) break
    to = from
  }
  return shown
}

/** The one that a document beginning at `since` follows. */
async function documentBefore(
  steps: readonly Step[],
  since: Cursor,
  cut: Cut,
): Promise<Document | undefined> {
  const at = steps.findIndex(({ cursor }) => cursor === since)
  return at < 0 ? undefined : (await cut(startOfDay(steps, at), at + 1)).at(-1)
}

/** Where the run of steps of one day begins that holds step `at`. */
function startOfDay(steps: readonly Step[], at: number): number {
  let from = at
  while (from > 0 && isSameDay(steps[from - 1], steps[at])) from--
  return from
}

function endOfDay(steps: readonly Step[], at: number): number {
  let to = at
  while (to < steps.length && isSameDay(steps[to], steps[at])) to++
  return to
}

function isSameDay(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && dayOf(a.publicadoEm) === dayOf(b.publicadoEm)
}
