import type { Slug } from '../../domain/facts/fuels.ts'
import { TODOS, fuelByAlias, slugs } from '../../domain/facts/fuels.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { nearest, quote } from '../../domain/basics/text.ts'
import type { FormatoDeArquivo } from '../../query/files/download.ts'

/** A file of `gasolina dados`: of one fuel or of all as they are now, or of the past by its own name. */
export type NamedFile = { slug: Slug | typeof TODOS; formato: FormatoDeArquivo } | { historico: string }

const formatos = ['csv', 'json'] as const satisfies FormatoDeArquivo[]

/** All sales of a month, or every station ever seen. */
const OF_THE_PAST = /^(?:vendas-\d{4}-\d\d(?:\.parcial)?\.(?:parquet|csv\.gz)|postos\.csv)$/

/**
 * `gasolina-comum.csv`, with an alias for the fuel too, `vendas-2026-10.parquet`, or as a demonstration's file is called.
 * @throws {GasolinaError} `parametro_invalido`.
 */
export function readFileName(text: string): NamedFile {
  const nome = text.replace(/^demonstracao-/, '')
  if (OF_THE_PAST.test(nome)) return { historico: nome }
  const [, fuel = '', extension = ''] = /^(.*?)(?:\.(\w+))?$/s.exec(nome) ?? []
  const slug = fuelByAlias(fuel)?.slug
  const formato = formatos.find((f) => f === extension.toLowerCase())
  if (slug && formato) return { slug, formato }
  if (fuel.toLowerCase() === TODOS && formato === 'csv') return { slug: TODOS, formato }
  const names = [...slugs.flatMap((s) => formatos.map((f) => `${s}.${f}`)), `${TODOS}.csv`]
  const sugestao = slug ? `${slug}.csv` : nearest(text, names, 1)[0]
  throw invalidParameters({
    frase: `O arquivo '${quote(text)}' não existe.${sugestao ? ` Talvez ${sugestao}?` : ''} Use um combustível (${slugs.join(', ')}) e .csv ou .json, ${TODOS}.csv, postos.csv, ou as vendas de um mês, como vendas-2026-10.parquet ou .csv.gz.`,
    erro: { parametro: 'arquivo', valor: quote(text), aceitos: names, ...(sugestao && { sugestao }) },
  })
}
