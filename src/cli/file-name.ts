import type { Slug } from '../domain/fuels.ts'
import { TODOS, fuelByAlias, slugs } from '../domain/fuels.ts'
import { invalidParameters } from '../domain/parameter-problems.ts'
import { nearest, quote } from '../domain/text.ts'
import type { FormatoDeArquivo } from '../query/download.ts'

const formatos = ['csv', 'json'] as const satisfies FormatoDeArquivo[]

/**
 * `gasolina-comum.csv`, with an alias for the fuel too, or as a demonstration's file is called.
 * @throws {GasolinaError} `parametro_invalido`.
 */
export function readFileName(text: string): { slug: Slug | typeof TODOS; formato: FormatoDeArquivo } {
  const [, fuel = '', extension = ''] = /^(?:demonstracao-)?(.*?)(?:\.(\w+))?$/s.exec(text) ?? []
  const slug = fuelByAlias(fuel)?.slug
  const formato = formatos.find((f) => f === extension.toLowerCase())
  if (slug && formato) return { slug, formato }
  if (fuel.toLowerCase() === TODOS && formato === 'csv') return { slug: TODOS, formato }
  const names = [...slugs.flatMap((s) => formatos.map((f) => `${s}.${f}`)), `${TODOS}.csv`]
  const sugestao = slug ? `${slug}.csv` : nearest(text, names, 1)[0]
  throw invalidParameters([
    {
      frase: `O arquivo '${quote(text)}' não existe.${sugestao ? ` Talvez ${sugestao}?` : ''} Use um combustível (${slugs.join(', ')}) e .csv ou .json, ou ${TODOS}.csv.`,
      erro: { parametro: 'arquivo', valor: quote(text), aceitos: names, ...(sugestao && { sugestao }) },
    },
  ])
}
