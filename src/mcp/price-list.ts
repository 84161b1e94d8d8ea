import type { Entrada, RespostaPrecos } from '../domain/answers.ts'
import { confirmacaoSchema, entradaSchema, localizacaoSchema, postoSchema } from '../domain/answers.ts'
import { produtoSchema } from '../domain/model.ts'
import { saleAge } from './text.ts'

/** What a long list leaves out of each row. */
const detalhes = { razaoSocial: true, telefone: true } as const
const detalhesDoEndereco = {
  cep: true,
  codigoIBGE: true,
  latitude: true,
  longitude: true,
} as const

const lugarSchema = localizacaoSchema
  .unwrap()
  .partial({ latitude: true, longitude: true })
  .nullable()
  .optional()

/** A row of `conteudo`: HTTP's, or HTTP's without its details. */
export const linhaSchema = entradaSchema.extend({
  produto: produtoSchema.partial({ codigo: true }),
  confirmacao: confirmacaoSchema.partial({ desde: true }),
  usual: entradaSchema.shape.usual.optional(),
  precoProvavel: entradaSchema.shape.precoProvavel
    .optional()
    .describe('Em listas longas, como usual, só quando não é o preço'),
  estabelecimento: postoSchema.partial(detalhes).extend({
    endereco: postoSchema.shape.endereco.partial(detalhesDoEndereco).extend({ localizacao: lugarSchema }),
  }),
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

/** Whether the station stands, for distances, at the middle of its district or town. */
export function isApproximate({
  estabelecimento,
}: Pick<Lista['conteudo'][number], 'estabelecimento'>): boolean {
  return estabelecimento.endereco.localizacao?.precisao !== 'exata'
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
    ...(distanciaKm !== undefined && {
      distanciaKm: Math.round(distanciaKm * 10) / 10,
      aproximada: isApproximate({ estabelecimento }),
    }),
    ...(suspeito && { suspeito: suspeito.motivo }),
  }
}

/** The same stations and prices without what `posto` and the CSV tell too: 50 of them fit. */
export function lean(resposta: RespostaPrecos): Lista {
  return { ...resposta, conteudo: resposta.conteudo.map(leanRow) }
}

/** Of the place used in a distance only its precision stays: nearness without it would mislead. */
function leanRow({ produto, estabelecimento, confirmacao, usual, precoProvavel, ...rest }: Entrada) {
  const { descricao, unidadeMedida, venda } = produto
  const doubt = precoProvavel !== venda.valorDeclarado && { usual, precoProvavel }
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { nomeLogradouro, numeroImovel, bairro, municipio, localizacao } = endereco
  const place = rest.distanciaKm !== undefined && {
    localizacao: localizacao && { precisao: localizacao.precisao },
  }
  return {
    produto: { descricao, unidadeMedida, venda },
    estabelecimento: {
      cnpj,
      nomeFantasia,
      endereco: { nomeLogradouro, numeroImovel, bairro, municipio, ...place },
    },
    confirmacao: { vendas: confirmacao.vendas },
    ...rest,
    ...doubt,
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
