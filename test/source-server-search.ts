import { combustiveis } from '../src/domain/facts/fuels.ts'
import { municipioByCode } from '../src/domain/alagoas/municipalities.ts'

export interface Search {
  produto?: { tipoCombustivel?: number }
  estabelecimento?: { municipio?: { codigoIBGE?: number }; individual?: object; geolocalizacao?: object }
  dias?: number
  pagina?: number
  registrosPorPagina?: number
}

/** The source's own validation: the first rule broken, in its words. */
export function problemWith({
  produto,
  estabelecimento,
  dias = 0,
  pagina = 1,
  registrosPorPagina = 100,
}: Search) {
  const tipo = produto?.tipoCombustivel
  if (tipo === undefined) return 'Tipo de combustível não informado.'
  if (!combustiveis.some((c) => c.codigoOrigem === tipo)) return 'Tipo de combustível inválido.'
  const criteria = Object.keys(estabelecimento ?? {})
  if (criteria.length === 0) return 'Critério de pesquisa de estabelecimento não informado.'
  if (criteria.length > 1) return 'Mais de um critério de pesquisa de estabelecimento informado.'
  const code = estabelecimento?.municipio?.codigoIBGE
  if (typeof code !== 'number') return 'Tipo inválido para o campo: codigoIBGE'
  if (!municipioByCode(code)) return 'Código do município inválido.'
  if (dias < 1 || dias > 10) return 'Período da pesquisa fora do intervalo permitido.'
  if (pagina < 1 || pagina > 9999) return 'Número da página fora do intervalo permitido.'
  if (registrosPorPagina < 50 || registrosPorPagina > 5000)
    return 'Registros por página fora do intervalo permitido.'
  return undefined
}
