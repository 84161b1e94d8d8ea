import type { Config } from '../config.ts'
import type { Clock } from '../domain/basics/time.ts'
import { GasolinaError } from '../errors.ts'
import { createDemonstration } from './demonstration/demonstration-source.ts'
import { createSefaz } from './sefaz/sefaz-source.ts'
import type { Source } from './source.ts'

/** The configured source. */
export function createSource({ fonte, sefaz }: Config, clock: Clock): Source {
  if (fonte === 'demonstracao') return createDemonstration({ clock })
  if (!sefaz.token)
    throw new GasolinaError(
      'configuracao_invalida',
      'Falta SEFAZ_APP_TOKEN para coletar da SEFAZ/AL: sem ele só se lê o que já foi coletado.',
    )
  return createSefaz({ url: sefaz.url, token: sefaz.token, userAgent: sefaz.userAgent })
}
