import { latestOf } from '../../domain/basics/time.ts'
import { type Atribuicao, motivosDeSuspeita } from '../../domain/answers/shared-schemas.ts'
import type { RespostaPacote } from '../../domain/answers/downloads.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import { FONTE_URL } from '../../format/words/source-words.ts'
import columns from './columns.json' with { type: 'json' }
import type { HistoricoFile } from './historico-files.ts'

type Resource = RespostaPacote['resources'][number]
type Field = Resource['schema']['fields'][number]

/** A Data Package (version 2) of all files of past sales, for whatever reads such packages. */
export function dataPackage(
  files: readonly HistoricoFile[],
  site: string,
  credit: Atribuicao,
): RespostaPacote {
  const created = latestOf(files.map(({ feitoEm }) => feitoEm)) ?? undefined
  return {
    ...columns.pacote,
    homepage: site,
    ...(created !== undefined && { created }),
    sources: [{ title: credit.fonte, ...(!credit.demonstracao && { path: FONTE_URL }) }],
    licenses: [{ title: `${credit.licenca} Cite: ${credit.atribuicao}.`, path: site }],
    resources: files.map(resourceOf),
    ...credit,
  }
}

/** Lines that `sha256sum -c` reads. */
export function checksums(files: readonly HistoricoFile[]): string {
  return files.map(({ sha256, nome }) => `${sha256}  ${nome}\n`).join('')
}

function resourceOf(file: HistoricoFile): Resource {
  const { nome, formato, tipo, mes, bytes, sha256, registros } = file
  const isOfSales = mes !== null
  return {
    name: nome.toLowerCase().replace('.parcial', '').replaceAll('.', '-'),
    path: nome,
    title: isOfSales ? `Vendas de ${mes}` : 'Postos',
    description: isOfSales ? stateOf(file) : 'Todos os postos já vistos. É refeito uma vez por dia.',
    format: formato === 'parquet' ? 'parquet' : 'csv',
    mediatype: tipo.split(';')[0] ?? tipo,
    ...(formato !== 'parquet' && { encoding: 'utf-8' }),
    bytes,
    hash: `sha256:${sha256}`,
    linhas: registros,
    schema: isOfSales
      ? { fields: SALES, foreignKeys: columns.ligacoes }
      : { fields: STATIONS, primaryKey: ['cnpj'] },
  }
}

function stateOf({ fechado, completo }: HistoricoFile): string {
  const missing = completo ? '' : ' Faltam vendas: um arquivo em que elas se guardam está danificado.'
  return fechado
    ? 'Mês fechado: o arquivo foi feito uma vez e nunca muda.'
    : `Mês aberto (parcial): o arquivo é refeito uma vez por dia, e perde o .parcial no dia 11 do mês seguinte.${missing}`
}

/** Constraints of values, beside their type. */
const CONSTRAINTS: Readonly<Record<string, Field['constraints']>> = {
  cnpj: { minLength: 14, maxLength: 14 },
  combustivel: { enum: [...slugs] },
  suspeito: { enum: [...motivosDeSuspeita] },
}

const SALES = Object.entries(columns.vendas).map((row) => fieldOf(row, row[0] !== 'suspeito'))
const STATIONS = Object.entries(columns.postos).map((row) => fieldOf(row, row[0] === 'cnpj'))

function fieldOf([name, [type = '', description = '']]: [string, string[]], required: boolean): Field {
  const constraints = { ...(required && { required }), ...CONSTRAINTS[name] }
  return { name, type, description, ...(Object.keys(constraints).length > 0 && { constraints }) }
}
