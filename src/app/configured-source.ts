import type { Config } from '../config.ts'
import { GasolinaError } from '../errors.ts'
import { showStorage } from '../storage-address.ts'
import { holdsSource } from '../store/open.ts'

/**
 * The configuration with the source of the store's data: real sales need no token to be read, only to be collected.
 * @throws {GasolinaError} `configuracao_invalida` for the demonstration over real sales.
 */
export async function withSource(config: Config): Promise<Config> {
  if (config.fonte === 'sefaz') return readOnly(config)
  // A store that cannot be listed now may hold real data: without a choice only that is looked for, and nothing is written.
  const holdsReal = await holdsSource(config.storage, 'sefaz').catch(unknownIfItMayPass)
  if (config.fonteEscolhida && holdsReal) throw mixed(config)
  if (config.fonteEscolhida) return config
  if (holdsReal !== false) return readOnly({ ...config, fonte: 'sefaz' })
  return config.coleta ? config : { ...config, avisosAoServir: [...config.avisosAoServir, EMPTY] }
}

/**
 * Before sales are written: demonstration data never lies beside real data.
 * @throws {GasolinaError} `configuracao_invalida`; any failure of the store.
 */
export async function refuseBesideReal(config: Config): Promise<void> {
  if (config.sefaz.token && config.fonte === 'sefaz') return
  if ((await holdsSource(config.storage, 'sefaz')) && config.fonte === 'demonstracao') throw mixed(config)
}

const EMPTY =
  'Não há dados reais em GASOLINA_STORAGE: este servidor mostra os de demonstração. Se outro processo ainda vai coletar os reais, use GASOLINA_FONTE=sefaz.'
const NO_TOKEN =
  'Sem SEFAZ_APP_TOKEN este servidor não coleta: serve o que outro processo coletar em GASOLINA_STORAGE.'

function readOnly(config: Config): Config {
  if (config.sefaz.token || !config.coleta) return config
  return { ...config, coleta: false, avisosAoServir: [...config.avisosAoServir, NO_TOKEN] }
}

function mixed({ storage }: Config): GasolinaError {
  return new GasolinaError(
    'configuracao_invalida',
    `GASOLINA_STORAGE (${showStorage(storage)}) guarda dados reais, e a demonstração não se mistura a eles: escolha outro lugar em GASOLINA_STORAGE, ou use GASOLINA_FONTE=sefaz, que sem token só lê.`,
  )
}

function unknownIfItMayPass(error: unknown): undefined {
  const codigo = error instanceof GasolinaError ? error.codigo : undefined
  if (codigo !== 'armazenamento_inalcancavel' && codigo !== 'armazenamento_falhou') throw error
}
