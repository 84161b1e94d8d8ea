import { hourOf } from '../../format/words/formatting.ts'
import { z } from 'zod'
import { type Entrada, type RespostaPrecos, entradaSchema } from '../../domain/answers/precos.ts'
import { confirmacaoSchema } from '../../domain/answers/shared-schemas.ts'
import { rounded } from '../../domain/basics/numbers.ts'
import { roughDistance } from '../../format/words/directions.ts'
import { doubtOf } from '../../format/words/doubt.ts'
import { contraryWords } from '../../format/words/invoice-words.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { streetOf } from '../../format/words/names.ts'
import { rows } from './tool-result.ts'
import { only } from './text.ts'

const { produto, suspeito, estabelecimento, precoProvavel, distanciaKm, rota, custo } = entradaSchema.shape
const { cnpj, nomeFantasia, endereco } = estabelecimento.shape
const { unidadeMedida, venda } = produto.shape
const { nomeLogradouro, numeroImovel, bairro, municipio, localizacao } = endereco.shape

/** A row of `conteudo`: HTTP's, without members that `posto` and the CSV have, too. */
export const linhaSchema = z.object({
  produto: z.object({ unidadeMedida, venda: venda.pick({ dataVenda: true, valorDeclarado: true }) }),
  estabelecimento: z.object({
    cnpj,
    nomeFantasia,
    bandeira: z.string().nullish(),
    bandeiraNome: z.string().nullish(),
    endereco: z.object({
      nomeLogradouro,
      numeroImovel,
      bairro,
      municipio,
      localizacao: localizacao.unwrap().pick({ precisao: true }).optional(),
    }),
  }),
  confirmacao: confirmacaoSchema.pick({ vendas: true, nestePreco: true }),
  suspeito,
  precoProvavel: precoProvavel.optional(),
  duvida: z.object({}).optional(),
  distanciaKm,
  rota,
  custo: custo.unwrap().pick({ deslocamento: true, total: true }).optional(),
})

export type Lista = ReturnType<typeof lean>

/** Stations that match the question and come after the last row. */
export function remaining({ conteudo, totalEncontrados, ...page }: Lista): number {
  const { totalRegistros = totalEncontrados, pagina = 1, registrosPorPagina = 0 } = page
  return Math.max(0, totalRegistros - (pagina - 1) * registrosPorPagina - conteudo.length)
}

/** The text's rows, with a municipality common to all of them written once. */
export function shortRows(answer: Lista) {
  const [one, ...others] = new Set(
    answer.conteudo.map(({ estabelecimento }) => estabelecimento.endereco.municipio),
  )
  const shared = one !== undefined && others.length === 0
  // The station against which a drive is reckoned.
  const nearest = answer.economia?.maisPerto
  return {
    ...rows(answer.conteudo.map((row) => shortRow(row, shared))),
    ...(shared && { municipio: one }),
    ...(answer.logoDepois && { logoDepois: beyondRow(answer.logoDepois, shared ? one : undefined) }),
    ...(nearest && { maisPerto: { posto: nearest.nomeFantasia, precoProvavel: nearest.precoProvavel } }),
  }
}

function beyondRow(
  { estabelecimento, produto: { venda }, precoProvavel }: ReturnType<typeof shortest>,
  shared: string | undefined,
) {
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { bairro, municipio } = endereco
  return {
    posto: nomeFantasia,
    bairro,
    ...(municipio !== shared && { municipio }),
    cnpj,
    venda: hourOf(venda.dataVenda),
    preco: venda.valorDeclarado,
    ...(precoProvavel !== venda.valorDeclarado && { precoProvavel }),
  }
}

function shortRow(row: Lista['conteudo'][number], isInShared: boolean) {
  const { produto, estabelecimento, distanciaKm, rota, custo, suspeito } = row
  const duvida = doubtOf(row)
  const { nomeFantasia: posto, cnpj, endereco } = estabelecimento
  const { localizacao } = endereco
  const told = (km: number) => (localizacao && roughDistance(localizacao.precisao, km)) ?? rounded(km, 1)
  return {
    preco: produto.venda.valorDeclarado,
    nestePreco: row.confirmacao.nestePreco,
    venda: hourOf(produto.venda.dataVenda),
    posto,
    endereco: streetOf(estabelecimento),
    bairro: endereco.bairro,
    ...(!isInShared && { municipio: endereco.municipio }),
    cnpj,
    ...(estabelecimento.bandeiraNome && { bandeira: estabelecimento.bandeiraNome }),
    ...(distanciaKm !== undefined && { distanciaKm: told(distanciaKm) }),
    ...(rota && { kmDaRota: rounded(rota.kmDaRota, 1), daRotaKm: told(rota.distanciaKm) }),
    ...(custo && { custo: rounded(custo.total, 2) }),
    ...(suspeito && { suspeito: suspeito.motivo }),
    ...(duvida !== undefined && { duvida }),
    ...(produto.descricao !== undefined && { naNota: produto.descricao }),
  }
}

/** An answer with fewer members and all of its stations and prices; 50 of them fit. */
export function lean({ logoDepois, economia, ...resposta }: RespostaPrecos, slug: Slug) {
  const nearest = economia?.maisPerto && only(economia.maisPerto, 'nomeFantasia', 'precoProvavel')
  return {
    ...resposta,
    // Names of the points stand in `lugar`, and the way in `observacoes`.
    pontosDaRota: undefined,
    caminho: undefined,
    ...(economia && { economia: { ...economia, ...(nearest && { maisPerto: nearest }) } }),
    ...(logoDepois && { logoDepois: shortest(logoDepois) }),
    conteudo: resposta.conteudo.map((entrada) => leanRow(entrada, slug)),
  }
}

/** The first station beyond the radius, which is in no list. */
function shortest({ produto, estabelecimento, precoProvavel, distanciaKm }: Entrada) {
  const { endereco } = estabelecimento
  return {
    produto: leanProduct(produto),
    estabelecimento: {
      ...only(estabelecimento, 'cnpj', 'nomeFantasia'),
      endereco: { ...only(endereco, 'bairro', 'municipio'), ...roughIn(endereco) },
    },
    precoProvavel,
    distanciaKm,
  }
}

/** Precision of an approximate location, beside a distance: the distance alone would mislead. */
function roughIn({ localizacao }: Entrada['estabelecimento']['endereco']) {
  return localizacao && localizacao.precisao !== 'exata' && { localizacao: only(localizacao, 'precisao') }
}

function leanRow(entrada: Entrada, slug: Slug) {
  const { usual: _, outros: __, ...kept } = entrada
  const { produto, estabelecimento, confirmacao, precoProvavel, custo, ...rest } = kept
  const { endereco } = estabelecimento
  const descricao = contraryWords(slug, produto)
  return {
    produto: { ...leanProduct(produto), ...(descricao !== undefined && { descricao }) },
    estabelecimento: {
      ...only(estabelecimento, 'cnpj', 'nomeFantasia'),
      ...(estabelecimento.bandeira !== undefined && only(estabelecimento, 'bandeira', 'bandeiraNome')),
      endereco: {
        ...only(endereco, 'nomeLogradouro', 'numeroImovel', 'bairro', 'municipio'),
        ...((rest.distanciaKm ?? rest.rota) !== undefined && roughIn(endereco)),
      },
    },
    confirmacao: only(confirmacao, 'vendas', 'nestePreco'),
    ...rest,
    ...(precoProvavel !== produto.venda.valorDeclarado && { precoProvavel }),
    // To an approximate place the detour is not known.
    ...(custo && !roughIn(endereco) && { custo: only(custo, 'deslocamento', 'total') }),
  }
}

function leanProduct({ unidadeMedida, venda }: Entrada['produto']) {
  return { unidadeMedida, venda: only(venda, 'dataVenda', 'valorDeclarado') }
}

/** Coordinates of the stations, for a map; the model does not get them. */
export function pointsOf({ conteudo }: RespostaPrecos, n: number): object {
  return rows(
    conteudo.slice(0, n).flatMap(({ estabelecimento: { cnpj, endereco } }) => {
      const { localizacao } = endereco
      return localizacao ? [{ cnpj, ...only(localizacao, 'precisao', 'latitude', 'longitude') }] : []
    }),
  )
}
