import { DAY, HOUR, MINUTE, toMs } from '../domain/time.ts'
import { count, dayAndTime } from '../format/words.ts'
import type { Status } from './dataset.ts'

/** Collections that may fail to come before it is told: one may fail, one may be long. */
const INTERVALS = 3

/** That the data is older than it should be, whoever should have collected; or, by this machine's clock, of a time to come. */
export function ageAlerts({ snapshot, agora, intervalo, lastAttempt }: Status): string[] {
  if (!snapshot) return []
  const { atualizadoEm } = snapshot
  const age = toMs(agora) - toMs(atualizadoEm)
  if (age < -HOUR)
    return [
      `Os dados dizem ser de ${dayAndTime(atualizadoEm)}, e o relógio desta máquina marca ${dayAndTime(agora)}: um dos dois está errado. Se o relógio estiver certo, a próxima coleta corrige os dados.`,
    ]
  // A collector that keeps other hours than this process leaves them in its note.
  const noted = lastAttempt?.proxima ? toMs(lastAttempt.proxima) - toMs(lastAttempt.coleta.inicio) : 0
  const expected = Math.max(intervalo, noted)
  if (age <= INTERVALS * expected) return []
  return [
    `Os dados têm ${lasting(age)}: deveria haver uma coleta a cada ${lasting(expected)}, e nenhuma publicou desde ${dayAndTime(atualizadoEm)}.`,
  ]
}

/** `90 minutos`, `5 horas`, `3 dias`. */
function lasting(ms: number): string {
  if (ms < 2 * HOUR) return count(Math.round(ms / MINUTE), 'minuto', 'minutos')
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} horas` : `${Math.floor(ms / DAY)} dias`
}
