import type { Valor } from '../domain/questions/parameters.ts'
import { CSV_TYPE, type Dialeto, csvPieces } from './files/csv.ts'
import type { Sheet } from './files/sheet.ts'
import { JSON_TYPE, longJson } from './json/answer-json.ts'
import { type Canvas, type View, drawView } from './terminal/terminal-page.ts'

/** A form of the whole answer, as it is. */
interface WholeForm {
  tipo: string
  ofAnswer(resposta: object): Iterable<string>
}

/** A form of the answer's sheet, saved as a file whose name ends in `extension`. */
interface SheetForm {
  tipo: string
  extension: string
  ofSheet(sheet: Sheet, dialeto: Dialeto | undefined): Iterable<string>
}

/** A form for people at a terminal. HTTP has none. */
interface PageForm {
  ofView(view: View, canvas: Canvas): string
}

export type ApiForm = Valor<'formato'>

/** The writers of every form of an answer, `formato` in every face. */
export const forms: Record<'tabela', PageForm> & Record<ApiForm, WholeForm | SheetForm> = {
  tabela: { ofView: drawView },
  csv: { tipo: CSV_TYPE, extension: 'csv', ofSheet: csvPieces },
  json: { tipo: JSON_TYPE, ofAnswer: longJson },
}

export type Form = keyof typeof forms
