import { toMs } from '../../domain/basics/time.ts'
import type { LocalQuery } from '../../query/query.ts'
import { readRequest, refuseParameters } from '../reply/params.ts'
import { unknownRoute } from '../guard/paths.ts'
import type { Readers } from '../reply/question.ts'
import { asked, fixed } from '../reply/question.ts'
import { IMMUTABLE, json } from '../reply/resource.ts'

export type RotaDeMudancas = 'mudancas' | 'mudancasIndice' | 'mudancasArquivo' | 'mudancasAtom'

const ATOM_TYPE = 'application/atom+xml; charset=utf-8'

/** What changed: as answers, as files that never change, as a feed. */
export function createMudancas(query: LocalQuery): Pick<Readers, RotaDeMudancas> {
  return {
    mudancas: asked('mudancas', 'mudancas', async (pedido) => json(await query.mudancas(pedido))),
    mudancasIndice: fixed('mudancasIndice', async () => json(await query.indiceDeMudancas())),
    mudancasArquivo({ arquivo = '' }, search) {
      refuseParameters(search)
      const cursor = arquivo.endsWith('.json') ? cursorOf(arquivo.slice(0, -'.json'.length)) : undefined
      if (cursor === undefined) throw unknownRoute(`/gasolina/dados/mudancas/${arquivo}`)
      return {
        key: `mudancasArquivo ${cursor}`,
        async body() {
          const file = await query.arquivoDeMudancas(cursor)
          return { ...json(file), modified: toMs(file.publicadoEm), cacheControl: IMMUTABLE }
        },
      }
    },
    mudancasAtom: asked('mudancasAtom', 'mudancasAtom', async (pedido) => ({
      tipo: ATOM_TYPE,
      pieces: [Buffer.from(await query.atom(pedido))],
    })),
  }
}

/** @throws {GasolinaError} `parametro_invalido` for what is no cursor. */
function cursorOf(text: string): string | undefined {
  return readRequest('mudancasArquivo', { cursor: text }, '').cursor
}
