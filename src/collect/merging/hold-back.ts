import { isNear } from '../../domain/trust/screening.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import { type Registro, identityOf, registroSchema, toVenda } from '../../domain/facts/sale-record.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { AGREEING_COLLECTIONS, JUMP_PERCENT } from '../../domain/facts/rules.ts'
import type { Atual, EstadoDosPrecos, Retido } from '../../domain/state/commit-state.ts'
import { type Instante, dayOf } from '../../domain/basics/time.ts'
import type { HeldBack, Notes } from '../../store/notes/note-files.ts'
import { stationMedian, withDay } from './day-medians.ts'
import { productKeyOf } from './merge.ts'

const JUMP = JUMP_PERCENT / 100

interface ShownFuel {
  combustivel: Slug
  atuais: readonly Atual[]
  shown: readonly Registro[]
  before: HeldBack | null
  inicio: Instante
  fim: Instante
}

interface Admission {
  /** Records to merge: the shown ones, the shown and held ones, or none. */
  admitted: readonly Registro[]
  /** The note for the next collection; null when nothing is held back. */
  held: HeldBack | null
  retido: Retido | null
  /** When the first of the proposals that agree held sales back; undefined where none did. */
  heldSince?: Instante | undefined
}

export type AdmissionOfFuel = Admission & { combustivel: Slug }

/** The notes are written after the commit. A fuel with nothing held back must have none, not even a damaged one. */
export async function holdBackAll(
  notes: Pick<Notes, 'readHeldBack'>,
  estado: EstadoDosPrecos,
  registros: readonly Registro[],
  times: Pick<ShownFuel, 'inicio' | 'fim'>,
): Promise<AdmissionOfFuel[]> {
  const ofFuel = groupBy(registros, ({ combustivel }) => combustivel)
  const admissions: AdmissionOfFuel[] = []
  for (const combustivel of slugs) {
    const [atuais, shown] = [estado.atuais[combustivel], ofFuel.get(combustivel) ?? []]
    const before = await notes.readHeldBack(combustivel)
    admissions.push({ combustivel, ...holdBack({ combustivel, atuais, shown, before, ...times }) })
  }
  return admissions
}

/**
 * Sales of one fuel that would move its median by more than `JUMP_PERCENT` wait until `AGREEING_COLLECTIONS` in a row propose the same.
 * A collection that shows most of the fuel without such a jump drops the held sales it does not show: they were a flicker of the source.
 * One that shows less than half of the known products decides nothing, and its sales wait with the held ones.
 */
export function holdBack(sighting: ShownFuel): Admission {
  const { atuais, shown, before, inicio, fim } = sighting
  const known = stationMedian(atuais)
  if (!known) return { admitted: shown, held: null, retido: null }
  const seen = new Set(before ? shown.map(productKeyOf) : [])
  const kept = before ? heldRecords(before, sighting.combustivel) : []
  const keptUnseen = kept.filter((registro) => !seen.has(productKeyOf(registro)))
  // The proposed prices: shown records replace held ones, and both replace known ones.
  const proposed = stationMedian(atuais, [...keptUnseen, ...shown])?.mediana ?? known.mediana
  const wait = (held: HeldBack): Admission => ({
    admitted: [],
    held,
    retido: {
      combustivel: sighting.combustivel,
      vendas: held.registros.length,
      de: known.mediana,
      para: proposed,
      vezes: held.proposals.length,
    },
  })

  if (before && seen.size * 2 < atuais.length)
    return wait({ proposals: before.proposals, registros: union(kept, shown) })
  if (isNear(proposed, known.mediana, JUMP)) return { admitted: shown, held: null, retido: null }

  // Collectors that run side by side see the same moment of the source: they count as one.
  const earlier = (before?.proposals ?? []).filter(({ em }) => em <= inicio)
  const agreeing = agreeingWith(proposed, earlier)
  const registros = agreeing.length > 0 ? kept : keptUnseen
  if (agreeing.length + 1 >= AGREEING_COLLECTIONS)
    return { admitted: union(registros, shown), held: null, retido: null, heldSince: agreeing[0]?.em }
  return wait({
    proposals: [...agreeing, { em: fim, mediana: proposed }],
    registros: union(registros, shown),
  })
}

/** The state with new medians of the days that were published without the sales now admitted. */
export function withHeldDays(estado: EstadoDosPrecos, admissions: readonly AdmissionOfFuel[], fim: Instante) {
  const medianas = { ...estado.medianas }
  for (const { combustivel, admitted, heldSince = fim } of admissions)
    // Of collected days only: a day with a median counts as collected.
    for (const { dia } of estado.medianas[combustivel])
      if (dia >= dayOf(heldSince) && dia < dayOf(fim))
        medianas[combustivel] = withDay(medianas[combustivel], dia, estado.atuais[combustivel], admitted)
  return { ...estado, medianas }
}

/** The latest proposals, as far back as all of them and `proposed` lie within 2 % of one another. */
function agreeingWith(proposed: number, earlier: HeldBack['proposals']): HeldBack['proposals'] {
  const from = earlier.findLastIndex((_, at) => {
    const medians = [...earlier.slice(at).map(({ mediana }) => mediana), proposed]
    return !isNear(Math.max(...medians), Math.min(...medians))
  })
  return earlier.slice(from + 1)
}

/** The note is not authoritative: entries that are no records of the fuel are ignored. */
function heldRecords({ registros }: HeldBack, combustivel: Slug): Registro[] {
  return registros.flatMap((raw) => {
    const parsed = registroSchema.safeParse(raw)
    return parsed.success && parsed.data.combustivel === combustivel ? [parsed.data] : []
  })
}

function union(a: readonly Registro[], b: readonly Registro[]): Registro[] {
  return [...new Map([...a, ...b].map((registro) => [identityOf(toVenda(registro)), registro])).values()]
}
