import type { TakenRegistry, WantedRegistry, Wishes } from '../cli/program.ts'
import type { World } from '../cli/terminal/surroundings.ts'
import { publishRegistry } from '../collect/registry/publish-registry.ts'
import type { Config } from '../config.ts'
import { instante } from '../domain/basics/time.ts'
import { countBrands } from '../domain/registry/registry.ts'
import { GasolinaError } from '../errors.ts'
import { isAddress, takeRegistry } from '../sources/registry/registry-source.ts'
import { URL_COM_PERGUNTA_ACEITA, readWebUrl } from '../web-url.ts'
import { openConfigured } from './configured-store.ts'
import { takeInterruption } from './interruption.ts'

/** Takes the registry once, and notes a failure for `situacao`. */
export async function takeRegistryOnce(
  world: World,
  { origem, forcar }: WantedRegistry,
  wishes: Wishes,
): Promise<TakenRegistry> {
  const { config, store } = await openConfigured(world, wishes)
  const from = origem ?? defaultAddress(config)
  if (isAddress(from) && !readWebUrl(from, { query: true }))
    throw new GasolinaError(
      'parametro_invalido',
      `O endereço do cadastro não vale: use ${URL_COM_PERGUNTA_ACEITA}.`,
    )
  await store.probe()
  const { signal, release } = takeInterruption()
  const em = instante(world.clock())
  try {
    const { userAgent } = config.cadastro
    const cadastro = { ...(await takeRegistry(from, { userAgent, signal })), em }
    const { cabecalho, estado } = await publishRegistry(store, cadastro, { forcar, agora: em })
    await store.notes.writeRegistryAttempt({ em })
    const cnpjs = estado.postos.map(({ estabelecimento }) => estabelecimento.cnpj)
    return {
      commit: cabecalho.seq,
      origem: cadastro.origem,
      postos: cadastro.postos.length,
      conhecidos: cnpjs.length,
      recusadas: cadastro.recusadas,
      ...countBrands(cadastro, cnpjs),
    }
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'fonte_falhou')
      await store.notes.writeRegistryAttempt({ em, motivo: error.message })
    throw error
  } finally {
    release()
  }
}

/** The regulator knows none of the demonstration's stations. */
function defaultAddress({ fonte, cadastro: { escolhido, padrao } }: Config): string {
  if (escolhido !== undefined) return escolhido
  if (fonte !== 'demonstracao') return padrao
  throw new GasolinaError(
    'parametro_invalido',
    'Os postos da demonstração são fictícios, e o cadastro da ANP não traz nenhum deles: diga um ARQUIVO.',
  )
}
