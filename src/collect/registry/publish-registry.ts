import { ESTADO } from '../../domain/alagoas/state.ts'
import { DAY, type Instante, later, toMs } from '../../domain/basics/time.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'
import type { Commit, NomeDaFonte } from '../../domain/state/commit-state.ts'
import { GasolinaError } from '../../errors.ts'
import { count, day } from '../../format/words/formatting.ts'
import { isAddress } from '../../sources/registry/registry-source.ts'
import type { RegistryAttempt } from '../../store/notes/note-files.ts'
import type { Store } from '../../store/store.ts'
import { loadNewest, publishUpon } from '../publishing/rebuild.ts'

/** Time between two good registries, and after a failed attempt. */
const REFRESH_AFTER = 7 * DAY
const TRY_AGAIN_AFTER = DAY
/** Stations close one by one: a registry that loses more at once is probably cut. */
const LEAST_PART = 4 / 5

/** The newest commit again with the registry beside it. @throws {GasolinaError} `fonte_falhou` when it is held back; `dados_indisponiveis` without a commit. */
export async function publishRegistry(
  store: Store,
  cadastro: Cadastro,
  { forcar, agora }: { forcar: boolean; agora: Instante },
): Promise<Commit> {
  const newest = await loadNewest(store, agora)
  return publishUpon({ store, newest, now: () => agora }, async (upon) => {
    if (!upon)
      throw new GasolinaError(
        'dados_indisponiveis',
        'Ainda não há postos a que juntar o cadastro: rode antes gasolina atualizar.',
      )
    if (upon.cadastro && !forcar) refuseShrunk(upon.cadastro, cadastro)
    const { cabecalho, estado, fatias, sha256: prevSha256 } = upon
    const { seq: prev, ...told } = cabecalho
    const publicadoEm = later(agora, cabecalho.publicadoEm)
    return { ...told, prev, prevSha256, publicadoEm, estado, fatias, mudancas: [], cadastro }
  })
}

/** The address of a registry that is due, the operator's or the last one's; undefined without one, and for fictional stations. */
export function dueRegistry(
  { escolhido, fonte }: { escolhido: string | undefined; fonte: NomeDaFonte },
  cadastro: Cadastro | undefined,
  attempt: RegistryAttempt | null,
  agora: Instante,
): string | undefined {
  const address = escolhido ?? (cadastro && isAddress(cadastro.origem) ? cadastro.origem : undefined)
  const isOlder = (em: Instante | undefined, age: number) => em === undefined || toMs(agora) - toMs(em) >= age
  const isDue = isOlder(cadastro?.em, REFRESH_AFTER) && isOlder(attempt?.em, TRY_AGAIN_AFTER)
  return fonte === 'demonstracao' || !isDue ? undefined : address
}

function refuseShrunk(before: Cadastro, { postos }: Cadastro): void {
  if (postos.length >= before.postos.length * LEAST_PART) return
  throw new GasolinaError(
    'fonte_falhou',
    `O cadastro ficou retido: traz ${count(postos.length, 'posto', 'postos')} de ${ESTADO.nome}, e o de ${day(before.em)}, que continua valendo, ${before.postos.length}: mais de um quinto a menos. --forcar o toma assim mesmo.`,
  )
}
