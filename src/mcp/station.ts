import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RespostaPostos } from '../domain/answers.ts'
import { postoSchema } from '../domain/answers.ts'
import { firstThatFits, SHORTER } from './bound.ts'
import { dataOf, placeSentences, rows, textOf, updated, warning, whoAndWhere } from './text.ts'
import type { NomeDeParametro } from '../domain/parameters.ts'
import { invalidParameters } from '../domain/parameters.ts'
import { quote } from '../domain/text.ts'
import { count } from '../format/words.ts'
import type { Query } from '../query/query.ts'

/** How a station is named: by its CNPJ, or by words that districts and towns narrow. */
export const stationParameters = ['cnpj', 'nome', 'bairro', 'municipio'] as const

export const stationNotes: Partial<Record<NomeDeParametro, string>> = {
  cnpj: 'Use este ou nome',
  nome: 'Use este quando não souber o CNPJ; se vários postos servirem, a resposta é a lista deles',
  bairro: 'Só com nome, para escolher entre postos de nome parecido',
  municipio: 'Só com nome, para escolher entre postos de nome parecido',
}

/** The answer that lists candidates, as far as its schema tells of it. */
export const candidatesSchema = z.object({
  totalEncontrados: z.number(),
  conteudo: z.array(z.object({ estabelecimento: postoSchema.pick({ cnpj: true, nomeFantasia: true }) })),
})

/** Candidates listed when a name fits several. */
const MAX_CANDIDATES = 10

type Named = { [N in (typeof stationParameters)[number]]?: string | undefined }

/** The station meant, or the answer that names those it could be. */
export type Choice = { cnpj: string } | { answer: CallToolResult }

/**
 * Finds the station by CNPJ or by name.
 * @throws {GasolinaError} `parametro_invalido` when neither or both were given.
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
  return { answer: only ? await listCandidates(found) : nobody(found, nome) }
}

function oneOrTheOther(problem: string) {
  return invalidParameters([
    {
      frase: `${problem} Use cnpj, ou nome (com bairro ou municipio, se quiser).`,
      erro: { parametro: 'cnpj', aceitos: ['cnpj', 'nome'] },
    },
  ])
}

function listCandidates(found: RespostaPostos): Promise<CallToolResult> {
  const { totalEncontrados, atualizadoEm, conteudo } = found
  const list = (n: number): CallToolResult => {
    const shown = conteudo.slice(0, n)
    const more = totalEncontrados - shown.length
    return {
      content: [
        textOf([
          warning(found),
          `${count(totalEncontrados, 'posto serve', 'postos servem')} ao nome pedido. Pergunte de novo com o cnpj do que interessa, ou acrescente bairro ou municipio.`,
          ...found.observacoes,
          more > 0 && `Aqui estão ${shown.length}; há mais ${more}.`,
          updated(atualizadoEm),
        ]),
        dataOf(rows(shown.map(({ estabelecimento }) => whoAndWhere(estabelecimento)))),
      ],
      structuredContent: { ...found, conteudo: shown, totalPostos: shown.length },
    }
  }
  return firstThatFits([MAX_CANDIDATES, ...SHORTER].map((n) => () => list(n)))
}

function nobody(found: RespostaPostos, nome: string): CallToolResult {
  const { sugestoes = [] } = found
  const content = [
    textOf([
      `Nenhum posto tem no nome as palavras de '${quote(nome)}', no lugar pedido.`,
      'Tente menos palavras, ou ache o posto com a ferramenta precos, pelo bairro ou município.',
      ...placeSentences(found),
    ]),
  ]
  if (sugestoes.length > 0) content.push(dataOf({ sugestoes }))
  return { content, isError: true }
}
