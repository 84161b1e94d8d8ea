import { DAY, HOUR, MINUTE, toMs } from '../../domain/basics/time.ts'
import { howOften } from '../../format/words/source-words.ts'
import { count, dayAndTime } from '../../format/words/formatting.ts'
import type { Status } from '../current/dataset.ts'

/** That the data is older than it should be, whoever should have collected; or, by this machine's clock, of a time to come. */
export function ageAlerts({ snapshot, agora, collections }: Status): string[] {
  if (!snapshot) return []
  const { atualizadoEm } = snapshot
  const age = toMs(agora) - toMs(atualizadoEm)
  if (age < -HOUR)
    return [
      `Os dados dizem ser de ${dayAndTime(atualizadoEm)}, e o relógio desta máquina marca ${dayAndTime(agora)}: um dos dois está errado. Se o relógio estiver certo, a próxima coleta corrige os dados.`,
    ]
  const { interval, oldAfter } = collections
  if (age <= oldAfter) return []
  const due =
    interval === null ? 'nenhuma coleta' : `deveria haver uma coleta ${howOften(interval)}, e nenhuma`
  return [`Os dados têm ${lasting(age)}: ${due} publicou desde ${dayAndTime(atualizadoEm)}.`]
}

/** `90 minutos`, `5 horas`, `3 dias`. */
function lasting(ms: number): string {
  if (ms < 2 * HOUR) return count(Math.round(ms / MINUTE), 'minuto', 'minutos')
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} horas` : `${Math.floor(ms / DAY)} dias`
}
