import type { RespostaCatalogo } from '../../domain/answers/downloads.ts'
import { fileName, members, type Sheet, sheetOf } from '../../format/files/sheet.ts'
import { type Block, type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { decimal } from '../../format/words/formatting.ts'
import { timeOrNever } from './wording.ts'

const KIB = 1024

export function catalogueView(resposta: RespostaCatalogo): View {
  const { arquivos, historico = [] } = resposta
  // The names that --saida . gives.
  const past = historico.map((file) => ({ ...file, nome: fileName(file.nome, resposta) }))
  return {
    title: 'Um arquivo por combustível e formato, e um com os seis; gasolina dados NOME baixa um deles',
    body: [
      [filesTable('ARQUIVO', 'ATUALIZADO', arquivos, ({ atualizadoEm }) => atualizadoEm)],
      [historico.length > 0 && filesTable('HISTÓRICO', 'FEITO', past, ({ feitoEm }) => feitoEm)],
    ],
    notes: [],
  }
}

function filesTable<F extends { nome: string; registros: number; bytes: number }>(
  name: string,
  time: string,
  files: readonly F[],
  timeOf: (file: F) => string | null,
): Block {
  return tableOf(files, [
    left(name, ({ nome }) => nome),
    right('REGISTROS', ({ registros }) => decimal(registros), { optional: true }),
    right('TAMANHO', ({ bytes }) => `${decimal(bytes / KIB, 0, 0)} KiB`),
    left(time, (file) => timeOrNever(timeOf(file)), { optional: true }),
  ])
}

export function catalogueSheet({ arquivos, historico = [] }: RespostaCatalogo): Sheet {
  const past = historico.map((file) => Object.assign({ combustivel: null, atualizadoEm: file.feitoEm }, file))
  return sheetOf('catalogo', [...arquivos, ...past], {
    ...members('combustivel', 'nome', 'formato', 'url', 'tipo', 'bytes', 'sha256', 'registros'),
    ...members('atualizadoEm'),
  })
}
