import type { Endereco } from '../../domain/model.ts'
import { municipioByCode } from '../../domain/municipalities.ts'
import { titled } from '../../format/words.ts'

/** A municipality as people write it: the source knows no accents. */
export function townOf({ codigoIBGE, municipio }: Pick<Endereco, 'codigoIBGE' | 'municipio'>): string {
  return municipioByCode(codigoIBGE)?.nome ?? titled(municipio)
}
