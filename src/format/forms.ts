import type { Valor } from '../domain/questions/parameters.ts'
import { CSV_TYPE, csvPieces } from './files/csv.ts'
import { JSON_TYPE, longJson } from './json/answer-json.ts'
import { drawView } from './terminal/terminal-page.ts'

export type ApiForm = Valor<'formato'>

/**
 * The writers of every form of an answer, `formato` in every face: of the page for people at a terminal, which HTTP has not; of the
 * answer's sheet, saved as a file whose name ends in `extension`; of the whole answer, as it is.
 */
export const forms = {
  tabela: { ofView: drawView },
  csv: { tipo: CSV_TYPE, extension: 'csv', ofSheet: csvPieces },
  json: { tipo: JSON_TYPE, ofAnswer: longJson },
} satisfies Record<'tabela' | ApiForm, object>

export type Form = keyof typeof forms
