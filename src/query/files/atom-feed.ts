import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { runsOf, slices } from '../../domain/basics/lists.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { invalidParameters, refusal } from '../../domain/questions/parameter-problems.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { DAY, addMs, dayOf } from '../../domain/basics/time.ts'
import { type FeedEntry, atomDocument } from '../../format/files/atom.ts'
import { listed, money } from '../../format/words/formatting.ts'
import { inSentence, stationName } from '../../format/words/names.ts'
import type { Step } from '../../store/changes/changes-log.ts'
import { type createMudancas, placeAsked } from '../answers/mudancas.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { toQuery } from '../current/remote-address.ts'

/** A document of the feed holds so many entries of one day, or what the day has left: one that is full never changes. */
const ENTRIES = 100
/** The document to subscribe to holds the last whole documents, up to so many entries, so that a busy hour fits in. */
const MOST_SHOWN = 200
/** Reach of the feed in time, while the entries fit. */
const REACH = 2 * DAY

/** The `pagina`-th part of the changes between `since` and the end of its day. It may begin and end inside a publication. */
type Document = Awaited<ReturnType<typeof documentsOf>>[number]

/** The changes as Atom (RFC 4287) in archived documents (RFC 5005): the last ones to subscribe to, each naming those before. */
export async function writeFeed(
  mudancas: ReturnType<typeof createMudancas>,
  { urlBase, site }: Record<'urlBase' | 'site', string>,
  snapshot: Snapshot,
  pedido: Pedido<'mudancasAtom'>,
  atribuicao: Atribuicao,
): Promise<string> {
  const { desde, pagina = 1, ...filtro } = pedido
  const steps = await mudancas.stepsTo(snapshot)
  const read = mudancas.reading(snapshot, filtro)
  const cut = (day: readonly Step[]) => documentsOf(day, read)
  const common = {
    urlBase,
    site,
    about: aboutOf(snapshot, filtro),
    current: address(),
    updated: snapshot.commit.cabecalho.publicadoEm,
    atribuicao,
  }
  if (desde === undefined) {
    const shown = await lastDocuments(snapshot, steps, cut)
    const before = shown[0] && (await documentBefore(steps, shown[0], cut))
    const entries = shown.flatMap((document) => document.entries)
    return atomDocument({ ...common, self: address(), prev: before && address(before), entries })
  }
  const from = mudancas.firstAfter(snapshot, steps, desde, address(), true)
  const [day = [], tomorrow] = daysOf(steps.slice(from))
  const documents = await cut(day)
  const last = Math.max(1, documents.length)
  if (pagina > last) throw invalidParameters(refusal('noSuchPage', { pagina, pages: documents.length, last }))
  const next = documents[pagina] ?? (tomorrow && { since: tomorrow[0].since, pagina: 1 })
  const entries = documents[pagina - 1]?.entries ?? []
  const before = await documentBefore(steps, { since: desde, pagina }, cut)
  return atomDocument({
    ...common,
    updated: (entries.at(-1)?.step ?? day.at(-1))?.publicadoEm ?? common.updated,
    self: address({ since: desde, pagina }),
    prev: before && address(before),
    next: next && address(next),
    isArchive: next !== undefined || entries.length === ENTRIES,
    entries,
  })

  function address(document?: Place): string {
    const { suspeitos, ...rest } = filtro
    const shown = {
      ...rest,
      ...(suspeitos === 'incluir' && { suspeitos }),
      ...(document && { desde: document.since }),
      ...(document && document.pagina > 1 && { pagina: document.pagina }),
    }
    const search = new URLSearchParams(toQuery(shown)).toString()
    return `${urlBase}/gasolina/mudancas.atom${search && `?${search}`}`
  }
}

/** The filters of a feed in words, for its title. */
function aboutOf(snapshot: Snapshot, filtro: Filter): string {
  const { combustivel, cnpj, tipo, abaixo, suspeitos } = filtro
  const { where, place } = placeAsked(snapshot, filtro)
  const { nome, ambito } = place.lugar
  const isNear = ambito === 'ponto' && !where.bairro && !where.municipio
  const stations = cnpj?.split(',').map((one) => {
    const posto = snapshot.posto(one)
    return posto ? stationName(posto) : one
  })
  return [
    `de ${combustivel === undefined ? 'combustíveis' : inSentence(fuelOf(combustivel).nomePopular)} ${isNear ? nome : `em ${nome}`}`,
    stations && `${stations.length === 1 ? 'no posto' : 'nos postos'} ${listed(stations)}`,
    tipo && `só ${KINDS[tipo]}`,
    abaixo !== undefined && `abaixo de ${money(abaixo)}`,
    suspeitos === 'incluir' && 'com os suspeitos',
  ]
    .filter(Boolean)
    .join(', ')
}

const KINDS: Record<NonNullable<Filter['tipo']>, string> = {
  novo: 'preços novos',
  subiu: 'altas',
  desceu: 'quedas',
  saiu: 'o que saiu',
  suspeita: 'o que passou a ser suspeito',
  confirmada: 'o que se confirmou',
  trocou: 'trocas de produto',
}

type Filter = Omit<Pedido<'mudancasAtom'>, 'desde' | 'pagina'>
type Place = Pick<Document, 'since' | 'pagina'>

/** Steps of one day as documents, oldest first; one without entries where nothing passes the filter. */
async function documentsOf(steps: readonly Step[], read: (step: Step) => Promise<Mudanca[]>) {
  const [first] = steps
  if (!first) return []
  const entries: FeedEntry[] = []
  for (const step of steps) for (const mudanca of await read(step)) entries.push({ mudanca, step })
  const pages = entries.length > 0 ? [...slices(entries, ENTRIES)] : [[]]
  return pages.map((entries, i) => ({ since: first.since, pagina: i + 1, entries }))
}

type Cut = (day: readonly Step[]) => Promise<Document[]>

/** The newest documents: at least one, and as many as the reach and the number of entries allow. */
async function lastDocuments(snapshot: Snapshot, steps: readonly Step[], cut: Cut): Promise<Document[]> {
  const since = addMs(snapshot.commit.cabecalho.publicadoEm, -REACH)
  const shown: Document[] = []
  let entries = 0
  for (const day of daysOf(steps).toReversed()) {
    for (const document of (await cut(day)).toReversed()) {
      if (shown.length > 0 && entries + document.entries.length > MOST_SHOWN) return shown
      shown.unshift(document)
      entries += document.entries.length
    }
    if (day[0].publicadoEm < since) break
  }
  return shown
}

/** Document that an archive's link leads back to; from the first page the last one before it, of its day or of the one before. */
async function documentBefore(steps: readonly Step[], { since, pagina }: Place, cut: Cut) {
  if (pagina > 1) return { since, pagina: pagina - 1 }
  const at = steps.findLastIndex(({ cursor }) => cursor === since)
  const day = daysOf(steps.slice(0, at + 1)).at(-1)
  return day && (await cut(day)).at(-1)
}

function daysOf(steps: readonly Step[]): [Step, ...Step[]][] {
  return runsOf(steps, (step, before) => dayOf(step.publicadoEm) === dayOf(before.publicadoEm))
}
