import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type PostoServido, postoSchema } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { groupBy } from '../../domain/basics/lists.ts'
import { latestOf } from '../../domain/basics/time.ts'
import { type Slug, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import type { GasolinaError } from '../../errors.ts'
import { companyFound, soleStation, streetOf } from '../../format/words/names.ts'
import { doubtOf } from '../../format/words/doubt.ts'
import { dataOf, firstThatFits, rows, textOf, toolResult, whoAndWhere } from './tool-result.ts'
import { PAY_THE_USUAL, only, placeSentences, registryTold } from './text.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { JANELA } from '../../domain/facts/rules.ts'
import { quote } from '../../domain/basics/text.ts'
import { hourOf, count } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'

/** Parameters that identify a station: its CNPJ, or words of its name, narrowed by district or town. */
export const stationParameters = ['cnpj', 'nome', 'bairro', 'municipio'] as const

export const candidatesSchema = z.object({
  totalEncontrados: z.number(),
  observacoes: z.array(z.string()),
  sugestoes: z.array(z.string()).optional(),
  conteudo: z.array(
    z.object({
      estabelecimento: postoSchema.pick({ cnpj: true, nomeFantasia: true }),
      precos: z.record(z.string(), z.number()),
      dataVenda: z.string().optional(),
    }),
  ),
})

/** Candidates listed when a name fits several: as many as one question for prices takes. */
const MAX_CANDIDATES = 20

type Named = { [N in (typeof stationParameters)[number]]?: string | undefined } & {
  combustivel?: Slug | undefined
}

/** A station, why it is the one named, and the company's name where it was found by that. */
export type Chosen = { cnpj: string; why?: string | undefined; razaoSocial?: string | undefined }

/** The station, or a list of candidates. @throws {GasolinaError} `parametro_invalido` without CNPJ and name, or with both. */
export async function chooseStation(
  { cnpj, nome, bairro, municipio, combustivel }: Named,
  query: Query,
): Promise<Chosen | { answer: CallToolResult }> {
  if (cnpj !== undefined) {
    if (nome ?? bairro ?? municipio) throw oneOrTheOther('O cnpj já diz qual é o posto: mande-o sozinho.')
    return { cnpj }
  }
  if (nome === undefined) throw noName({ bairro, municipio })
  const found = await query.postos({ nome, bairro, municipio, limite: MAX_CANDIDATES })
  const sole = soleStation(found, nome)
  if (sole !== undefined) {
    const [first] = found.conteudo
    const razaoSocial = first && companyFound(first.estabelecimento, nome)
    return { cnpj: sole, razaoSocial, why: razaoSocial ? BY_COMPANY : alikeNote(found.totalEncontrados - 1) }
  }
  if (found.conteudo.length === 0) return { answer: noneFound(found, nome) }
  return { answer: await listCandidates(found, nome, combustivel, query) }
}

const BY_COMPANY =
  'Achado pela razão social (razaoSocial): o nome do posto não tem todas as palavras pedidas.'

function alikeNote(others: number): string | undefined {
  if (others === 0) return undefined
  return `É o posto de nome igual ao pedido; ${count(others, 'outro tem', 'outros têm')} as mesmas palavras no nome ou na razão social: para um deles, diga o bairro ou o municipio, ou mais palavras.`
}

/** A place alone is a question for `precos`. */
function noName(place: Pick<Named, 'bairro' | 'municipio'>): GasolinaError {
  const parametros = Object.entries(place).filter(([, value]) => value !== undefined)
  const tente = parametros.length > 0 ? { consulta: 'precos', parametros } : undefined
  return Object.assign(oneOrTheOther('Falta dizer qual posto.'), { tente })
}

function oneOrTheOther(problem: string) {
  return invalidParameters({
    frase: `${problem} Use cnpj, ou nome (com bairro ou municipio, se quiser).`,
    erro: { parametro: 'cnpj', aceitos: ['cnpj', 'nome'] },
  })
}

async function listCandidates(found: RespostaPostos, nome: string, asked: Slug | undefined, query: Query) {
  const { totalEncontrados, conteudo } = found
  const prices = await pricesOf(
    conteudo.map(({ estabelecimento }) => estabelecimento.cnpj),
    asked,
    query,
  )
  const candidates = conteudo.map(({ estabelecimento: e }) => candidateOf(e, nome, prices.get(e.cnpj)))
  // Without one fuel there is no order of prices: that of the names stays.
  if (asked) candidates.sort((a, b) => likely(a) - likely(b))
  const list = (n: number): CallToolResult => {
    const shown = candidates.slice(0, n)
    const more = totalEncontrados - shown.length
    const entries = shown.flatMap((each) => each.entries)
    return toolResult({
      sentences: [
        `${count(totalEncontrados, 'posto serve', 'postos servem')} ao nome pedido${asked ? `; o preço é de ${fuelOf(asked).nomePopular}` : ', e venda é a mais nova de cada um'}. Para um só, pergunte com o cnpj dele, ou acrescente bairro ou municipio.`,
        ...found.observacoes,
        more > 0 && `Aqui estão ${shown.length}; há mais ${more}.`,
        (entries.some(([, { suspeito }]) => suspeito) || shown.some((each) => each.entries.length === 0)) &&
          `Onde falta um preço, o posto não vendeu o combustível em ${JANELA}, ou o preço é suspeito.`,
        entries.some(([, { duvida }]) => duvida) && PAY_THE_USUAL,
        registryTold(found),
      ],
      data: rows(shown.map((each) => candidateRow(each, asked))),
      structured: { ...found, conteudo: shown.map(leanCandidate), totalPostos: shown.length },
    })
  }
  return firstThatFits([() => list(MAX_CANDIDATES)], list, MAX_CANDIDATES)
}

type Candidate = ReturnType<typeof candidateOf>

/** With the entries that are not suspect, and the newest sale among them. */
function candidateOf(
  estabelecimento: PostoServido,
  nome: string,
  entries: readonly (readonly [Slug, Entrada])[] = [],
) {
  const believed = entries.filter(([, { suspeito }]) => !suspeito)
  const venda = latestOf(believed.map(([, { produto }]) => produto.venda.dataVenda)) ?? undefined
  return { estabelecimento, razaoSocial: companyFound(estabelecimento, nome), entries, believed, venda }
}

/** Name and address distinguish stations of similar names. */
function candidateRow({ estabelecimento, razaoSocial, believed, venda }: Candidate, asked: Slug | undefined) {
  const doubted = believed.filter(([, { duvida }]) => duvida)
  const { bandeiraNome } = estabelecimento
  return {
    ...whoAndWhere(estabelecimento),
    ...(razaoSocial !== undefined && { razaoSocial }),
    endereco: streetOf(estabelecimento),
    ...(bandeiraNome && { bandeira: bandeiraNome }),
    ...(venda !== undefined && { venda: hourOf(venda) }),
    ...Object.fromEntries(
      believed.map(([slug, { produto }]) => [asked ? 'preco' : slug, produto.venda.valorDeclarado]),
    ),
    // Of several fuels their names alone, as `venda` is of all of them.
    ...(doubted.length > 0 && {
      duvida: doubted.map(([slug, price]) => (asked ? doubtOf(price) : slug)).join(', '),
    }),
  }
}

function leanCandidate({ estabelecimento, razaoSocial, believed, venda }: Candidate) {
  const endereco = only(estabelecimento.endereco, 'nomeLogradouro', 'numeroImovel', 'bairro', 'municipio')
  const doubts = believed.flatMap(([slug, { duvida }]) => (duvida ? [[slug, duvida] as const] : []))
  return {
    estabelecimento: {
      ...only(estabelecimento, 'cnpj', 'nomeFantasia'),
      ...(razaoSocial !== undefined && { razaoSocial }),
      ...(estabelecimento.bandeiraNome && only(estabelecimento, 'bandeiraNome')),
      endereco,
    },
    precos: Object.fromEntries(believed.map(([slug, { produto }]) => [slug, produto.venda.valorDeclarado])),
    ...(venda !== undefined && { dataVenda: venda }),
    ...(doubts.length > 0 && { duvidas: Object.fromEntries(doubts) }),
  }
}

/** Stations without a believed price are last. */
function likely({ believed: [first] }: Candidate): number {
  return first ? first[1].precoProvavel : Infinity
}

/** Entries of the stations: of the fuel asked for, else of all. */
async function pricesOf(cnpjs: readonly string[], asked: Slug | undefined, query: Query) {
  const answers = (asked ? [asked] : slugs).map(async (slug) => {
    const pedido = readQuery('precos', [
      ['combustivel', slug],
      ['cnpj', cnpjs.join(',')],
      ['suspeitos', 'incluir'],
    ])
    const { conteudo } = await query.precos(pedido)
    return conteudo.map((entrada) => [slug, entrada] as const)
  })
  return groupBy((await Promise.all(answers)).flat(), ([, { estabelecimento }]) => estabelecimento.cnpj)
}

function noneFound(found: RespostaPostos, nome: string): CallToolResult {
  const { sugestoes = [] } = found
  const said = [
    `Nenhum posto${found.lugar.ambito === 'estado' ? '' : ' do lugar pedido'} tem no nome as palavras de '${quote(nome)}'.`,
    'Tente menos palavras, ou ache o posto com a ferramenta precos, pelo bairro ou município.',
    ...placeSentences(found),
  ]
  const content = [textOf(said)]
  if (sugestoes.length > 0) content.push(dataOf({ sugestoes }))
  const structuredContent = { totalEncontrados: 0, observacoes: said, conteudo: [], sugestoes }
  return { content, structuredContent, isError: true }
}
