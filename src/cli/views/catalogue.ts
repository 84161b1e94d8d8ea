import type { RespostaCatalogo } from '../../domain/answers/downloads.ts'
import type { Dialeto } from '../../format/files/csv.ts'
import { tableCsv } from '../../format/files/csv.ts'
import { renderTable } from '../../format/terminal/table.ts'
import { dayAndTime, decimal } from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'
import { sourceLine } from './source-line.ts'

const COLUMNS = [
  'combustivel',
  'nome',
  'formato',
  'url',
  'tipo',
  'bytes',
  'sha256',
  'registros',
  'atualizadoEm',
] as const
const KIB = 1024

export function catalogueView(resposta: RespostaCatalogo, canvas: Canvas): string {
  const { paint, width } = canvas
  return [
    paint.strong('Um arquivo por combustível e formato, e um dos seis; gasolina dados NOME baixa um deles'),
    '',
    renderTable(
      [
        { title: 'ARQUIVO', text: ({ nome }) => nome },
        { title: 'REGISTROS', align: 'right', text: ({ registros }) => decimal(registros) },
        { title: 'TAMANHO', align: 'right', text: ({ bytes }) => kibibytes(bytes) },
        {
          title: 'ATUALIZADO',
          optional: true,
          text: ({ atualizadoEm }) => (atualizadoEm ? dayAndTime(atualizadoEm) : 'nunca'),
        },
      ],
      resposta.arquivos,
      { width, paintTitle: paint.faint },
    ),
    '',
    ...history(resposta, canvas),
    paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

/** The files of what was, which are made after a collection. */
function history({ historico = [] }: RespostaCatalogo, { paint, width }: Canvas): string[] {
  if (historico.length === 0) return []
  const table = renderTable(
    [
      { title: 'HISTÓRICO', text: ({ nome }) => nome },
      { title: 'REGISTROS', align: 'right', text: ({ registros }) => decimal(registros) },
      { title: 'TAMANHO', align: 'right', text: ({ bytes }) => kibibytes(bytes) },
      { title: 'FEITO', optional: true, text: ({ feitoEm }) => dayAndTime(feitoEm) },
    ],
    historico,
    { width, paintTitle: paint.faint },
  )
  return [table, '']
}

function kibibytes(bytes: number): string {
  return `${decimal(bytes / KIB, 0, 0)} KiB`
}

export function catalogueCsv({ arquivos, historico = [] }: RespostaCatalogo, dialeto: Dialeto): string {
  return tableCsv(
    COLUMNS,
    [
      ...arquivos.map((arquivo) => COLUMNS.map((column) => arquivo[column])),
      ...historico.map(({ feitoEm, ...file }) => {
        const row = { ...file, combustivel: null, atualizadoEm: feitoEm }
        return COLUMNS.map((column) => row[column])
      }),
    ],
    dialeto,
  )
}
