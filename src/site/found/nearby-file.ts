import type { Slug } from '../../domain/facts/fuels.ts'
import { stationName, townName } from '../words/names.ts'
import { doubtIn } from '../../format/words/doubt.ts'
import { districtOf } from '../../format/words/districts.ts'
import { type Sources, pedido } from '../request/page-content.ts'

/** Order of a station's values; scripts read them by these names. */
const CAMPOS = [
  'cnpj',
  'nome',
  'bairro',
  'municipio',
  'latitude',
  'longitude',
  'exata',
  'preco',
  'provavel',
  'dataVenda',
  'precisao',
  'vendas',
  'duvida',
  'faixa',
  'usual',
  'seguidas',
] as const
/** Where a registry was taken. */
const DO_CADASTRO = ['bandeira', 'bandeiraNome'] as const

/**
 * All believed prices of a fuel in a third of the bytes of the full file: what a device needs to sort stations by its own
 * place, so that the place never leaves it.
 */
export async function nearbyFile({ query, attribution }: Sources, combustivel: Slug): Promise<string> {
  const { conteudo, atualizadoEm, cadastro } = await query.precos(pedido('precos', { combustivel }))
  const postos = conteudo.map((entrada) => {
    const { estabelecimento, produto, precoProvavel, confirmacao } = entrada
    const { localizacao } = estabelecimento.endereco
    const doubt = doubtIn(entrada)
    const values = [
      estabelecimento.cnpj,
      stationName(estabelecimento),
      districtOf(estabelecimento.endereco),
      townName(estabelecimento),
      localizacao && localizacao.latitude,
      localizacao && localizacao.longitude,
      localizacao?.precisao === 'exata',
      produto.venda.valorDeclarado,
      precoProvavel,
      produto.venda.dataVenda,
      localizacao && localizacao.precisao,
      confirmacao.nestePreco,
      doubt?.sales ?? 0,
      query.posicao(combustivel, entrada)?.faixa ?? null,
      doubt?.usual ?? null,
      confirmacao.vendas,
    ]
    if (cadastro) values.push(...DO_CADASTRO.map((name) => estabelecimento[name] ?? null))
    return values
  })
  const campos = [...CAMPOS, ...(cadastro ? DO_CADASTRO : [])]
  return JSON.stringify({ combustivel, atualizadoEm, campos, postos, ...attribution, cadastro })
}
