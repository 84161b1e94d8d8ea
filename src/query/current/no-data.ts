import { type Instante, SECOND, toMs } from '../../domain/basics/time.ts'
import { dayAndTime } from '../../format/words/formatting.ts'
import type { LastAttempt } from '../../store/notes/note-files.ts'

/** Beginning of the sentences about an empty store, by which a face knows them. */
export const SEM_DADOS = 'Ainda não há dados'

/** Seconds until a client asks again: about those of a first collection; where no collection is planned; and at most. */
const [COLLECTING, UNPLANNED, LONGEST] = [30, 300, 3600]

interface Emptiness {
  lastAttempt: LastAttempt | null
  /** True while this process collects. */
  isCollecting: boolean
  agora: Instante
}

/** Why a store is empty, a Portuguese sentence, and in how many seconds it may hold data. */
export function whyEmpty({ lastAttempt, isCollecting, agora }: Emptiness) {
  if (lastAttempt?.coleta.resultado !== 'falhou')
    return { frase: `${SEM_DADOS}: a primeira coleta não terminou.`, tentarEm: COLLECTING }
  const { coleta, proxima } = lastAttempt
  const failed = `${SEM_DADOS}: a coleta de ${dayAndTime(coleta.fim)} falhou`
  if (isCollecting) return { frase: `${failed}, e outra está em andamento.`, tentarEm: COLLECTING }
  if (proxima === null) return { frase: `${failed}.`, tentarEm: UNPLANNED }
  const left = Math.ceil((toMs(proxima) - toMs(agora)) / SECOND)
  if (left > 0)
    return {
      frase: `${failed}; a próxima começa em ${dayAndTime(proxima)}.`,
      tentarEm: Math.min(LONGEST, left + COLLECTING),
    }
  return {
    frase: `${failed}; a próxima, de ${dayAndTime(proxima)}, ainda não trouxe nada.`,
    tentarEm: COLLECTING,
  }
}

/** The same for a client whose question cannot be answered. */
export function refusalOfEmpty(emptiness: Emptiness) {
  const { frase, tentarEm } = whyEmpty(emptiness)
  return { frase: tentarEm === COLLECTING ? `${frase} Tente de novo em instantes.` : frase, tentarEm }
}
