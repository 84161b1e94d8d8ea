import type { Grupo } from '../../domain/answers/estatisticas.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Lugar } from '../../domain/answers/shared-schemas.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { HARDLY_PAID, doubtOf } from '../../format/words/doubt.ts'
import { count, dayAndTime, money } from '../../format/words/formatting.ts'

type OfPlace = { lugar: Lugar; sugestoes?: string[] | undefined }

export function priceOrDash(value: number | null | undefined): string {
  return typeof value === 'number' ? money(value) : '–'
}

const STATIONS = { precoMinimo: 'maisBarato', precoMaximo: 'maisCaro' } as const
type Extreme = keyof typeof STATIONS
type Extremes = Pick<Grupo, Extreme> & Record<(typeof STATIONS)[Extreme], Pick<Entrada, 'duvida'> | null>

/** A highest price below the usual is also the lowest, which has the sign. */
function signOf(row: Extremes, extreme: Extreme): string {
  const motivo = row[STATIONS[extreme]]?.duvida?.motivo
  return motivo === 'acima_do_usual' ? '+' : motivo && extreme === 'precoMinimo' ? '*' : ''
}

/** An extreme of a row; doubtful ones get a sign after the digits, the others a blank, to keep the digits aligned. */
export function signed(rows: readonly Extremes[], extreme: Extreme): (row: Extremes) => string {
  const none = rows.some((row) => signOf(row, extreme)) ? ' ' : ''
  return (row) => `${priceOrDash(row[extreme])}${signOf(row, extreme) || none}`
}

export function signNotes(rows: readonly Extremes[]): string[] {
  const signs = new Set(rows.flatMap((row) => [signOf(row, 'precoMinimo'), signOf(row, 'precoMaximo')]))
  return [`* ${HARDLY_PAID}`, '+ Poucas vendas, e acima do usual do posto.'].filter((note) =>
    signs.has(note.charAt(0)),
  )
}

/** The doubt of a row in words; undefined for a suspect price, of which more is said. */
export function doubtIn(row: Pick<Entrada, 'suspeito'> & Parameters<typeof doubtOf>[0]): string | undefined {
  return row.suspeito ? undefined : doubtOf(row)
}

export function timeOrNever(instante: Instante | null): string {
  return instante ? dayAndTime(instante) : 'nunca'
}

export function omission(n: number): string {
  return count(n, 'preço suspeito omitido', 'preços suspeitos omitidos')
}

/** `em Ponta Verde, Maceió`, `a até 5 km do ponto`. */
export function whereIs({ lugar }: { lugar: Lugar }): string {
  return (lugar.ambito === 'ponto' || lugar.ambito === 'rota') && lugar.municipios.length === 0
    ? lugar.nome
    : `em ${lugar.nome}`
}

/** No station that has `what`, or no sale of `what` so new, where `horas` was asked. */
export function nothingThere(resposta: { lugar: Lugar }, what: string, horas: number | undefined): string {
  return horas === undefined
    ? `Nenhum posto${what && ` com ${what}`} ${whereIs(resposta)}.`
    : `Nenhuma venda${what && ` de ${what}`} ${whereIs(resposta)} de até ${count(horas, 'hora', 'horas')} antes da última coleta.`
}

/** Places with a name like one that was not understood, as a question. */
export function meantInstead({ lugar, sugestoes = [] }: OfPlace): string {
  const isUnderstood = lugar.municipios.length > 0
  return sugestoes.length > 0 && !isUnderstood ? `Talvez ${sugestoes.join(', ')}?` : ''
}
