import type { Valor } from '../domain/questions/parameters.ts'
import { CSV_TYPE, csvPieces } from './files/csv.ts'
import { JSON_TYPE, longJson } from './json/answer-json.ts'
import { drawView } from './terminal/view.ts'

export type ApiForm = Valor<'formato'>

/** The writers of an answer: of its page, for the terminal only; of its sheet, a file that ends in `extension`; of the whole answer. */
export const forms = {
  tabela: { ofView: drawView },
  csv: { tipo: CSV_TYPE, extension: 'csv', ofSheet: csvPieces },
  json: { tipo: JSON_TYPE, ofAnswer: longJson },
} satisfies Record<'tabela' | ApiForm, object>

export type Form = keyof typeof forms
