import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { titled } from './formatting.ts'

/** A municipality as people write it: the source knows no accents. */
export function townOf({ codigoIBGE, municipio }: { codigoIBGE: number; municipio: string }): string {
  return municipioByCode(codigoIBGE)?.nome ?? titled(municipio)
}
