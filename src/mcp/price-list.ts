import type { Entrada, RespostaPrecos } from '../domain/answers.ts'
import { confirmacaoSchema, entradaSchema, localizacaoSchema, postoSchema } from '../domain/answers.ts'
import { produtoSchema } from '../domain/model.ts'
import { doubtOf } from '../format/doubt.ts'
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

/** Whether the row says how far the station is from a point or a route. */
export function isSeenFrom({ distanciaKm, rota }: Pick<Entrada, 'distanciaKm' | 'rota'>): boolean {
  return distanciaKm !== undefined || rota !== undefined
}

function oneDecimal(km: number): number {
  return Math.round(km * 10) / 10
}

/** Whether the station stands, for distances, at the middle of its district or town. */
export function isApproximate({
  estabelecimento,
}: Pick<Lista['conteudo'][number], 'estabelecimento'>): boolean {
  return estabelecimento.endereco.localizacao?.precisao !== 'exata'
}

/** Rows of a long list tell what is usual only where there is a doubt. */
export function doubtOfRow({ produto, confirmacao, usual = null, ...row }: Lista['conteudo'][number]) {
  const { precoProvavel = produto.venda.valorDeclarado } = row
  return doubtOf({ produto, confirmacao, usual, precoProvavel })
}

/** One row of the text. */
export function shortRow(row: Lista['conteudo'][number], answer: Lista) {
  const { produto, estabelecimento, distanciaKm, rota, custo, suspeito } = row
  const duvida = doubtOfRow(row)
  const { nomeFantasia: posto, cnpj, endereco } = estabelecimento
  return {
    preco: produto.venda.valorDeclarado,
    ...(duvida !== undefined && { duvida }),
    venda: saleAge(produto.venda.dataVenda, answer.atualizadoEm),
    posto,
    bairro: endereco.bairro,
    municipio: endereco.municipio,
    cnpj,
    ...(distanciaKm !== undefined && { distanciaKm: oneDecimal(distanciaKm) }),
    ...(rota && { kmDaRota: oneDecimal(rota.kmDaRota), daRotaKm: oneDecimal(rota.distanciaKm) }),
    ...(isSeenFrom(row) && { aproximada: isApproximate({ estabelecimento }) }),
    ...(custo && { custo: custo.total }),
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
  const place = isSeenFrom(rest) && {
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
    precoMinimo: n === 0 ? null : Math.min(...conteudo.map(({ produto }) => produto.venda.valorDeclarado)),
  }
}
