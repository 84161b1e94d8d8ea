import type { Atribuicao } from '../../domain/answers/common.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { combustiveis } from '../../domain/facts/fuels.ts'
import type { Instante } from '../../domain/basics/time.ts'

type Combustivel = Pick<(typeof combustiveis)[number], 'slug' | 'nome' | 'codigoOrigem' | 'unidade'>

/** Foreign members (RFC 7946, 6.1) of the collection. */
export interface AroundFeatures {
  combustivel: Combustivel
  atualizadoEm: Instante | null
  atribuicao: Atribuicao
}

/** The collection's text before and after its features, which commas separate. */
export function aroundFeatures({ combustivel, atualizadoEm, atribuicao }: AroundFeatures): [string, string] {
  const { slug, nome, codigoOrigem, unidade } = combustivel
  const head = { type: 'FeatureCollection', combustivel: { slug, nome, codigoOrigem, unidade }, atualizadoEm }
  return [`${JSON.stringify({ ...head, ...atribuicao }).slice(0, -1)},"features":[\n`, '\n]}\n']
}

/**
 * An entry as a feature (RFC 7946), its properties flat and named as the CSV's columns, for programs that make a table of
 * them. A station with only an approximate point has no geometry.
 */
export function featureOf({ estabelecimento, produto, ...entrada }: Entrada): object {
  const { cnpj, razaoSocial, nomeFantasia, telefone, endereco } = estabelecimento
  const { nomeLogradouro, numeroImovel, bairro, cep, codigoIBGE, municipio } = endereco
  const { latitude, longitude, localizacao } = endereco
  const { codigo, descricao, unidadeMedida, venda } = produto
  const isExact = localizacao?.precisao === 'exata' && latitude !== null && longitude !== null
  return {
    type: 'Feature',
    id: cnpj,
    geometry: isExact ? { type: 'Point', coordinates: [longitude, latitude] } : null,
    properties: {
      cnpj,
      razaoSocial,
      nomeFantasia,
      telefone,
      nomeLogradouro,
      numeroImovel,
      bairro,
      cep,
      codigoIBGE,
      municipio,
      codigo,
      descricao,
      unidadeMedida,
      ...venda,
      confirmacoes: entrada.confirmacao.vendas,
      confirmadoDesde: entrada.confirmacao.desde,
      suspeito: entrada.suspeito?.motivo ?? null,
      usual: entrada.usual?.valor ?? null,
      precoProvavel: entrada.precoProvavel,
    },
  }
}
