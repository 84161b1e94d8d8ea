import type { Coleta } from '../../domain/state/commit-state.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { toLogLine } from '../../domain/basics/text.ts'
import { type SweepResult, createSweepResult } from './sweep-result.ts'

const LONGEST_TEXT = 300

export function describe(
  result: SweepResult,
  outcome: Pick<Coleta, 'inicio' | 'fim' | 'resultado'> & Partial<Coleta>,
): Coleta {
  return {
    pedidos: result.pedidos,
    falhas: result.falhas,
    fatias: doneOf(result),
    fatiasComFalha: [...result.failed],
    ...countShortfalls(result),
    registros: result.registros.length,
    vendasNovas: 0,
    // Copied, as the sweep may go on.
    recusados: structuredClone(result.recusados),
    retidos: [],
    ...(result.isRefused && { recusada: true }),
    ...outcome,
  }
}

/** The line of a collection in the log: JSON, counts instead of lists, nothing unprintable. */
export function collectionLine(coleta: Coleta): string {
  const { fatiasComFalha, retidos, recusados, ...rest } = coleta
  const motivos = counted(fatiasComFalha.map(({ motivo }) => motivo))
  const line = {
    evento: 'coleta',
    ...rest,
    fatiasComFalha: fatiasComFalha.length,
    ...(fatiasComFalha.length > 0 && { motivosDasFalhas: motivos.slice(0, 10) }),
    recusados,
    retidos,
  }
  return toLogLine(line, LONGEST_TEXT)
}

/** A collection that asked nothing, by default because another one is under way. */
export function nothingAsked(inicio: Instante, fim: Instante, motivo = BUSY): Coleta {
  return describe(createSweepResult(), { inicio, fim, resultado: 'falhou', motivo })
}

const BUSY = 'Outra coleta está em andamento neste armazenamento; esta não consultou a fonte.'

/** True where at most one slice in twenty showed fewer products than known. A few always do: their sales leave the source's ten days. */
export function showsAll({ resultado, fatias, fatiasVazias, fatiasParciais = 0 }: Coleta): boolean {
  return resultado === 'completa' && (fatiasVazias + fatiasParciais) * 20 <= fatias
}

export function whyNothingCame({ answered, failed, recusados }: SweepResult): string {
  const asked = answered.size + failed.length
  if (asked === 0) return 'Nenhuma consulta chegou a ser feita.'
  if (failed.length === asked)
    return `Nenhuma das ${asked} consultas deu certo. ${mostCommon(counted(failed.map(({ motivo }) => motivo)))}`
  const refused = recusados.futuros + recusados.invalidos
  if (refused > 0)
    return `A fonte mandou ${refused} registros e nenhum vale. ${mostCommon(Object.entries(recusados.motivos))}`
  return `A fonte respondeu a ${answered.size} de ${asked} consultas, sempre sem nenhuma venda.`
}

export function doneOf({ answered, failed }: SweepResult): number {
  return answered.size + failed.length
}

/** Slices that showed none, or less than two thirds, of their known products. One missing may have left the source's ten days. */
function countShortfalls({ answered, known }: SweepResult) {
  let fatiasVazias = 0
  let fatiasParciais = 0
  for (const [key, shown] of answered) {
    const expected = known.get(key) ?? 0
    if (expected > 0 && shown === 0) fatiasVazias++
    else if (expected - shown > 1 && shown * 3 < expected * 2) fatiasParciais++
  }
  return { fatiasVazias, fatiasParciais }
}

function mostCommon(counts: readonly [string, number][]): string {
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function counted(texts: readonly string[]): [string, number][] {
  return [...groupBy(texts, (text) => text)].map(([text, same]) => [text, same.length])
}
