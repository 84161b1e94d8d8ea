import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type PostoServido, postoSchema } from '../../domain/answers/common.ts'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import { firstThatFits } from './fit-size.ts'
import { type Slug, slugs } from '../../domain/facts/fuels.ts'
import {
  dataOf,
  inBothViews,
  observacoesSchema,
  only,
  placeSentences,
  rows,
  textOf,
  updated,
  whoAndWhere,
} from './text.ts'
import type { NomeDeParametro } from '../../domain/questions/parameters.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { JANELA } from '../../domain/facts/rules.ts'
import { quote } from '../../domain/basics/text.ts'
import { count } from '../../format/words/formatting.ts'
import type { Query } from '../../query/query.ts'

/** Parameters that identify a station: its CNPJ, or words of its name, narrowed by district or town. */
export const stationParameters = ['cnpj', 'nome', 'bairro', 'municipio'] as const

export const stationNotes: Partial<Record<NomeDeParametro, string>> = {
  cnpj: 'Use este ou nome',
}

/** Schema of the answer that lists candidates, in outline. */
export const candidatesSchema = z.object({
  totalEncontrados: z.number(),
  observacoes: observacoesSchema,
  sugestoes: z.array(z.string()).optional(),
  conteudo: z.array(
    z.object({
      estabelecimento: postoSchema.pick({ cnpj: true, nomeFantasia: true }),
      precos: z.record(z.string(), z.number()),
    }),
  ),
})

/** Candidates listed when a name fits several. */
const MAX_CANDIDATES = 10

type Named = { [N in (typeof stationParameters)[number]]?: string | undefined }

/** The station, or the answer with the candidates. */
type Choice = { cnpj: string } | { answer: CallToolResult }

/**
 * Finds the station by CNPJ or by name.
 * @throws {GasolinaError} `parametro_invalido` without either, or with both.
 */
export async function chooseStation({ cnpj, nome, bairro, municipio }: Named, query: Query): Promise<Choice> {
  if (cnpj !== undefined) {
    if (nome ?? bairro ?? municipio) throw oneOrTheOther('O cnpj já diz qual é o posto: mande-o sozinho.')
    return { cnpj }
  }
  if (nome === undefined) throw oneOrTheOther('Falta dizer qual posto.')
  const found = await query.postos({ nome, bairro, municipio, limite: MAX_CANDIDATES })
  const [only] = found.conteudo
  if (only && found.totalEncontrados === 1) return { cnpj: only.estabelecimento.cnpj }
  return { answer: only ? await listCandidates(found, query) : noneFound(found, nome) }
}

function oneOrTheOther(problem: string) {
  return invalidParameters({
    frase: `${problem} Use cnpj, ou nome (com bairro ou municipio, se quiser).`,
    erro: { parametro: 'cnpj', aceitos: ['cnpj', 'nome'] },
  })
}

async function listCandidates(found: RespostaPostos, query: Query): Promise<CallToolResult> {
  const { totalEncontrados, atualizadoEm, conteudo } = found
  const doubted = new Set<string>()
  const candidates = await Promise.all(
    conteudo.map(async ({ estabelecimento }) => {
      const { precos, suspeitos } = await pricesOf(estabelecimento.cnpj, query)
      if (suspeitos) doubted.add(estabelecimento.cnpj)
      return { estabelecimento: leanStation(estabelecimento), precos }
    }),
  )
  const list = (n: number): CallToolResult => {
    const shown = candidates.slice(0, n)
    const more = totalEncontrados - shown.length
    return inBothViews({
      sentences: [
        `${count(totalEncontrados, 'posto serve', 'postos servem')} ao nome pedido. Pergunte de novo com o cnpj do que interessa, que diz de quando é cada preço, ou acrescente bairro ou municipio.`,
        ...found.observacoes,
        more > 0 && `Aqui estão ${shown.length}; há mais ${more}.`,
        shown.some(({ estabelecimento }) => doubted.has(estabelecimento.cnpj)) &&
          `Onde falta um preço, o posto não vendeu o combustível em ${JANELA}, ou o preço parece erro da nota.`,
        updated(atualizadoEm),
      ],
      data: rows(
        shown.map(({ estabelecimento, precos }) => ({ ...whoAndWhere(estabelecimento), ...precos })),
      ),
      structured: { ...found, conteudo: shown, totalPostos: shown.length },
    })
  }
  return firstThatFits([() => list(MAX_CANDIDATES)], list, MAX_CANDIDATES)
}

/** Name and address, which distinguish stations of similar names. */
function leanStation(posto: PostoServido) {
  const endereco = only(posto.endereco, 'nomeLogradouro', 'numeroImovel', 'bairro', 'municipio')
  return { ...only(posto, 'cnpj', 'nomeFantasia'), endereco }
}

/** Prices by fuel, without suspect ones; `suspeitos` is true if there are such. */
async function pricesOf(cnpj: string, query: Query) {
  const { combustiveis } = await query.posto({ cnpj })
  const precos: Partial<Record<Slug, number>> = {}
  let suspeitos = false
  for (const slug of slugs) {
    const fuel = combustiveis[slug]
    if (fuel?.suspeito) suspeitos = true
    else if (fuel) precos[slug] = fuel.produto.venda.valorDeclarado
  }
  return { precos, suspeitos }
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
