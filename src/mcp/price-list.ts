import type { Entrada, RespostaPrecos } from '../domain/answers.ts'
import { entradaSchema, postoSchema } from '../domain/answers.ts'
import { produtoSchema } from '../domain/model.ts'
import { saleAge } from './text.ts'

/** What a long list leaves out of each row. */
const detalhes = { razaoSocial: true, telefone: true } as const
const detalhesDoEndereco = {
  cep: true,
  codigoIBGE: true,
  latitude: true,
  longitude: true,
  localizacao: true,
} as const

/** A row of `conteudo`: HTTP's, or HTTP's without its details. */
export const linhaSchema = entradaSchema.extend({
  produto: produtoSchema.partial({ codigo: true }),
  estabelecimento: postoSchema
    .partial(detalhes)
    .extend({ endereco: postoSchema.shape.endereco.partial(detalhesDoEndereco) }),
})

/** HTTP's answer to `precos`, its rows perhaps shortened. */
export type Lista = Omit<RespostaPrecos, 'conteudo'> & { conteudo: (Entrada | ReturnType<typeof leanRow>)[] }

/** Stations that fit the question and stand on no row up to this one's last. */
export function remaining({
  totalPostos,
  totalEncontrados,
  conteudo,
  totalRegistros,
  pagina,
  registrosPorPagina,
}: Lista): number {
  if (totalRegistros === undefined) return totalEncontrados - Math.min(totalPostos, conteudo.length)
  return Math.max(0, totalRegistros - (pagina ?? 1) * (registrosPorPagina ?? 0))
}

/** One row of the text. */
export function shortRow(
  { produto, estabelecimento, distanciaKm, suspeito }: Lista['conteudo'][number],
  answer: Lista,
) {
  const { nomeFantasia: posto, cnpj, endereco } = estabelecimento
  return {
    preco: produto.venda.valorDeclarado,
    venda: saleAge(produto.venda.dataVenda, answer.atualizadoEm),
    posto,
    bairro: endereco.bairro,
    municipio: endereco.municipio,
    cnpj,
    ...(distanciaKm !== undefined && { distanciaKm }),
    ...(suspeito && { suspeito: suspeito.motivo }),
  }
}

/** The same stations and prices without what `posto` and the CSV tell too: 50 of them fit. */
export function lean(resposta: RespostaPrecos): Lista {
  return { ...resposta, conteudo: resposta.conteudo.map(leanRow) }
}

function leanRow({ produto, estabelecimento, ...rest }: Entrada) {
  const { descricao, unidadeMedida, venda } = produto
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { nomeLogradouro, numeroImovel, bairro, municipio } = endereco
  return {
    produto: { descricao, unidadeMedida, venda },
    estabelecimento: { cnpj, nomeFantasia, endereco: { nomeLogradouro, numeroImovel, bairro, municipio } },
    ...rest,
  }
}

export function first(answer: Lista, n: number): Lista {
  const conteudo = answer.conteudo.slice(0, n)
  return {
    ...answer,
    conteudo,
    totalPostos: n,
    precoMinimo: conteudo[0]?.produto.venda.valorDeclarado ?? null,
  }
}
