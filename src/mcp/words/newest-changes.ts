import type { Mudanca, RespostaMudancas } from '../../domain/answers/mudancas.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import type { Query } from '../../query/query.ts'

/** Some 15 kB: more of a day's two or three thousand would only fill a model's context. */
const MOST = 50

/** The newest changes of the last 24 hours, oldest first as they were published, and how many there were. */
export async function newestChanges(query: Query): Promise<object> {
  let page = await query.mudancas(readQuery('mudancas', []))
  const { desde } = page
  let [total, newest]: [number, Mudanca[]] = [0, []]
  const take = ({ mudancas }: RespostaMudancas): void => {
    total += mudancas.length
    newest = [...newest, ...mudancas].slice(-MOST)
  }
  for (take(page); page.mais; take(page))
    page = await query.mudancas(readQuery('mudancas', [['desde', page.ate]]))
  const observacoes =
    total > MOST
      ? [...page.observacoes, `Aqui só as ${MOST} mais novas de ${total} mudanças.`]
      : page.observacoes
  return { ...page, desde, totalDeMudancas: total, observacoes, mudancas: newest }
}
