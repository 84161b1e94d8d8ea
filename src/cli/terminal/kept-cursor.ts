import { appendFile, readFile } from 'node:fs/promises'
import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { CURSOR } from '../../domain/facts/published-changes.ts'
import { quote } from '../../domain/basics/text.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { codeOf } from '../../errors.ts'
import { cannotSave, saveFile } from './save-file.ts'

/**
 * The end of a watch, for the next one: a file with a cursor in its first line and, while a publication is being told, a line for each
 * change told of it: a watch that is killed repeats at most one.
 * @throws {GasolinaError} `parametro_invalido` for another file; `armazenamento_falhou` when it cannot be written.
 */
export async function openKept(path: string) {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw unusable(path, `não se deixa ler (${codeOf(error)})`)
  })
  const [first = '', ...lines] = text.trimEnd().split('\n')
  if (first !== '' && !CURSOR.test(first)) throw unusable(path, 'não tem um cursor')
  const told = new Set(lines)
  let cursor = first || undefined
  let isFinished = lines.length === 0
  const save = (content: string) =>
    saveFile(path, { nome: 'cursor', tipo: 'text/plain', pieces: [Buffer.from(`${content}\n`)] })
  // A full disk ends the watch before it tells anything.
  await save(text.trimEnd())

  return {
    /** Undefined before the first publication. */
    cursor,
    /** True of a change told of a publication that was interrupted. */
    isTold: (mudanca: Mudanca) => told.has(keyOf(mudanca)),
    async markTold(mudanca: Mudanca): Promise<void> {
      isFinished = false
      await appendFile(path, `${keyOf(mudanca)}\n`).catch((error: unknown) => {
        throw cannotSave(path, error)
      })
    },
    async finish(ate: string): Promise<void> {
      if (isFinished && ate === cursor) return
      await save(ate)
      cursor = ate
      isFinished = true
      // A later publication may have an equal change: the same sale is suspect, confirmed, and suspect again.
      told.clear()
    },
  }
}

function keyOf({ combustivel, cnpj, codigo, tipo, para, dataVenda }: Mudanca): string {
  return [combustivel, cnpj, codigo, tipo, para, dataVenda].join(' ')
}

function unusable(path: string, motivo: string) {
  return invalidParameters({
    frase: `O arquivo '${quote(path)}' ${motivo}: apague-o, ou use outro em --retomar.`,
    erro: { parametro: 'retomar', valor: quote(path) },
  })
}
