import { z } from 'zod'
import type { Entrada, RespostaPrecos } from '../../domain/answers/precos.ts'
import { confirmacaoSchema } from '../../domain/answers/common.ts'
import { entradaSchema } from '../../domain/answers/precos.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { doubtOf } from '../../format/words/doubt.ts'
import { rows, saleAge } from './text.ts'

const { produto, suspeito, estabelecimento, usual, precoProvavel, distanciaKm, rota, custo } =
  entradaSchema.shape
const { cnpj, nomeFantasia, endereco } = estabelecimento.shape
const { unidadeMedida, venda } = produto.shape
const { nomeLogradouro, numeroImovel, bairro, municipio, localizacao } = endereco.shape

/** A row of `conteudo`: HTTP's, without what `posto` and the CSV tell too. */
export const linhaSchema = z.object({
  produto: z.object({ unidadeMedida, venda: venda.pick({ dataVenda: true, valorDeclarado: true }) }),
  estabelecimento: z.object({
    cnpj,
    nomeFantasia,
    endereco: z.object({
      nomeLogradouro,
      numeroImovel,
      bairro,
      municipio,
      localizacao: localizacao.unwrap().pick({ precisao: true }).optional(),
    }),
  }),
  confirmacao: confirmacaoSchema.pick({ vendas: true }),
  suspeito,
  usual: usual.optional(),
  precoProvavel: precoProvavel.optional(),
  distanciaKm,
  rota,
  custo: custo.unwrap().pick({ deslocamento: true, total: true }).optional(),
})

/** HTTP's answer to `precos`, with such rows. */
export type Lista = Omit<RespostaPrecos, 'conteudo' | 'logoDepois'> & {
  conteudo: ReturnType<typeof leanRow>[]
  logoDepois?: ReturnType<typeof shortest>
}

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
  const before = ((pagina ?? 1) - 1) * (registrosPorPagina ?? 0)
  return Math.max(0, totalRegistros - before - conteudo.length)
}

/** Whether the row says how far the station is from a point or a route. */
function isSeenFrom({ distanciaKm, rota }: Pick<Entrada, 'distanciaKm' | 'rota'>): boolean {
  return distanciaKm !== undefined || rota !== undefined
}

/** Whether the station stands, for distances, at the middle of its district or town. */
export function isApproximate({
  estabelecimento,
}: Pick<Lista['conteudo'][number], 'estabelecimento'>): boolean {
  return estabelecimento.endereco.localizacao !== undefined
}

/** Rows of a long list tell what is usual only where there is a doubt. */
export function doubtOfRow({ produto, confirmacao, usual = null, ...row }: Lista['conteudo'][number]) {
  const { precoProvavel = produto.venda.valorDeclarado } = row
  return doubtOf({ produto, confirmacao, usual, precoProvavel })
}

/** The text's rows; a municipality that all of them share is told once. */
export function shortRows(answer: Lista) {
  const [one, ...others] = new Set(answer.conteudo.map(municipioOf))
  const shared = one !== undefined && others.length === 0
  return {
    ...rows(answer.conteudo.map((row) => shortRow(row, answer, shared))),
    ...(shared && { municipio: one }),
    ...(answer.logoDepois && { logoDepois: beyondRow(answer.logoDepois, shared ? one : undefined) }),
  }
}

/** Who is meant by the sentence that tells its figures; where, as far as it is elsewhere than the list. */
function beyondRow({ estabelecimento }: ReturnType<typeof shortest>, shared: string | undefined) {
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { bairro, municipio } = endereco
  return { posto: nomeFantasia, bairro, ...(municipio !== shared && { municipio }), cnpj }
}

function municipioOf({ estabelecimento }: Lista['conteudo'][number]): string {
  return estabelecimento.endereco.municipio
}

function shortRow(row: Lista['conteudo'][number], answer: Lista, isInShared: boolean) {
  const { produto, estabelecimento, distanciaKm, rota, custo, suspeito } = row
  const duvida = doubtOfRow(row)
  const { nomeFantasia: posto, cnpj, endereco } = estabelecimento
  return {
    preco: produto.venda.valorDeclarado,
    vendas: row.confirmacao.vendas,
    venda: saleAge(produto.venda.dataVenda, answer.atualizadoEm),
    posto,
    bairro: endereco.bairro,
    ...(!isInShared && { municipio: endereco.municipio }),
    cnpj,
    ...(distanciaKm !== undefined && { distanciaKm: rounded(distanciaKm, 1) }),
    ...(rota && { kmDaRota: rounded(rota.kmDaRota, 1), daRotaKm: rounded(rota.distanciaKm, 1) }),
    ...(custo && { custo: custo.total }),
    ...(suspeito && { suspeito: suspeito.motivo }),
    ...(duvida !== undefined && { duvida }),
    ...(isApproximate(row) && { aproximada: true }),
  }
}

/** The same stations and prices; 50 of them fit. */
export function lean({ logoDepois, ...resposta }: RespostaPrecos): Lista {
  return {
    ...resposta,
    ...(logoDepois && { logoDepois: shortest(logoDepois) }),
    conteudo: resposta.conteudo.map(leanRow),
  }
}

/** What is said of a station that stands in no list. */
function shortest({ produto, estabelecimento, precoProvavel, distanciaKm }: Entrada) {
  const { unidadeMedida, venda } = produto
  const { dataVenda, valorDeclarado } = venda
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { bairro, municipio } = endereco
  return {
    produto: { unidadeMedida, venda: { dataVenda, valorDeclarado } },
    estabelecimento: { cnpj, nomeFantasia, endereco: { bairro, municipio } },
    precoProvavel,
    distanciaKm,
  }
}

/** Of the place used in a distance only a coarse precision stays: nearness without it would mislead. */
function leanRow({ produto, estabelecimento, confirmacao, usual, precoProvavel, custo, ...rest }: Entrada) {
  const { unidadeMedida, venda } = produto
  const { dataVenda, valorDeclarado } = venda
  const doubt = precoProvavel !== venda.valorDeclarado && { usual, precoProvavel }
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { nomeLogradouro, numeroImovel, bairro, municipio, localizacao } = endereco
  const place = isSeenFrom(rest) &&
    localizacao &&
    localizacao.precisao !== 'exata' && { localizacao: { precisao: localizacao.precisao } }
  return {
    produto: { unidadeMedida, venda: { dataVenda, valorDeclarado } },
    estabelecimento: {
      cnpj,
      nomeFantasia,
      endereco: { nomeLogradouro, numeroImovel, bairro, municipio, ...place },
    },
    confirmacao: { vendas: confirmacao.vendas },
    ...rest,
    ...doubt,
    ...(custo && { custo: { deslocamento: custo.deslocamento, total: custo.total } }),
  }
}

/** The first `n` rows; the other figures still tell of all that were asked for. */
export function first(answer: Lista, n: number): Lista {
  const conteudo = answer.conteudo.slice(0, n)
  return { ...answer, conteudo, totalPostos: n }
}

/** Where the stations stand, for a map: models do without. */
export function pointsOf({ conteudo }: RespostaPrecos, n: number): object {
  return rows(
    conteudo.slice(0, n).flatMap(({ estabelecimento: { cnpj, endereco } }) => {
      const { localizacao } = endereco
      return localizacao ? [{ cnpj, ...localizacao }] : []
    }),
  )
}
