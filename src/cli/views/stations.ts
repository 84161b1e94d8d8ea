import type { RespostaPostos } from '../../domain/answers/posto.ts'
import { quote } from '../../domain/basics/text.ts'
import { renderTable } from '../../format/terminal/table.ts'
import { townOf } from '../../format/words/names.ts'
import { decimal, punctuatedCnpj } from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'

export function stationsView({ conteudo }: RespostaPostos, { width, paint }: Canvas): string {
  return renderTable(
    [
      { title: 'CNPJ', text: ({ estabelecimento: e }) => punctuatedCnpj(e.cnpj) },
      { title: 'POSTO', min: 26, text: ({ estabelecimento: e }) => e.nomeFantasia },
      { title: 'BAIRRO', min: 8, optional: true, text: ({ estabelecimento: e }) => e.endereco.bairro },
      { title: 'MUNICÍPIO', min: 9, text: ({ estabelecimento: e }) => townOf(e.endereco) },
    ],
    conteudo,
    { width, paintTitle: paint.faint },
  )
}

/** What to do about a name that several stations bear. */
export function whichOne({ totalEncontrados }: RespostaPostos, text: string): string {
  return `${decimal(totalEncontrados)} postos têm '${quote(text)}' no nome: repita com o CNPJ de um deles, com mais palavras ou com --municipio.`
}
