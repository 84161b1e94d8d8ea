import type { RespostaCatalogo } from '../../domain/answers/downloads.ts'
import { quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import { CSV_TYPE } from '../../format/files/csv.ts'
import type { MonthlyFile, FileFormat } from '../../store/monthly-files/file-blocks.ts'
import type { FilesOfMonth, MonthlyFiles } from '../../store/monthly-files/published-months.ts'

type Told = NonNullable<RespostaCatalogo['historico']>[number]

/** A file of `/gasolina/dados/historico/`: what the catalogue tells of it, and its bytes. */
export interface HistoricoFile extends Told {
  formato: FileFormat
  /** False where sales were known to be missing. */
  completo: boolean
  /** Streams bytes [from, to). @throws {GasolinaError} `dados_indisponiveis` when damaged or gone. */
  read(from: number, to: number): AsyncGenerator<Uint8Array, void>
}

const TIPOS: Record<FileFormat, string> = {
  parquet: 'application/vnd.apache.parquet',
  'csv.gz': 'application/gzip',
  csv: CSV_TYPE,
}

/** Most names listed in a sentence; `datapackage.json` lists all. */
const NAMES_TOLD = 12

export function createHistoricoFiles(monthlyFiles: Pick<MonthlyFiles, 'present' | 'read'>, urlBase: string) {
  return { all, catalogue, find }

  /** @throws {GasolinaError} `dados_indisponiveis` before the first were made. */
  async function all(): Promise<HistoricoFile[]> {
    const files = await list()
    if (files.length > 0) return files
    throw new GasolinaError(
      'dados_indisponiveis',
      'Os arquivos do histórico ainda não foram feitos: eles vêm depois da primeira coleta.',
      // Seconds: a first collection and what comes after it.
      { tentarEm: 60 },
    )
  }

  async function catalogue(): Promise<Told[]> {
    return (await list()).map((file) => {
      const { completo: _, read: __, ...told } = file
      return told
    })
  }

  /** The stations, then the months, ascending. */
  async function list(): Promise<HistoricoFile[]> {
    const { closed, day } = await monthlyFiles.present()
    return [
      ...(day ? [fileOf(day.postos, 'postos', { ...day, mes: null, fechado: false, completo: true })] : []),
      ...closed.flatMap((month) => ofMonth(month, true)),
      ...(day?.meses ?? []).flatMap((month) => ofMonth(month, false)),
    ]
  }

  function ofMonth({ arquivos, vendas, ...month }: FilesOfMonth, fechado: boolean): HistoricoFile[] {
    const name = `vendas-${month.mes}${fechado ? '' : '.parcial'}`
    return arquivos.map((file) => fileOf(file, name, { ...month, fechado, registros: vendas }))
  }

  /** @throws {GasolinaError} `rota_nao_encontrada`, with those that there are. */
  async function find(nome: string): Promise<HistoricoFile> {
    const all = await list()
    const found = all.find((file) => file.nome === nome)
    if (found) return found
    const extension = nome.replace(/^.*?\.(?:parcial\.)?(?=parquet|csv)/, '')
    const alike = all.filter(({ formato }) => formato === extension).map((file) => file.nome)
    const names = alike.slice(-NAMES_TOLD).join(', ')
    throw new GasolinaError(
      'rota_nao_encontrada',
      alike.length > 0
        ? `O arquivo '${quote(nome)}' não existe. Há: ${names}; datapackage.json diz todos.`
        : `O arquivo '${quote(nome)}' não existe, nem outro: eles são feitos ao fim de uma coleta.`,
      { erros: [{ parametro: 'arquivo', valor: quote(nome), aceitos: alike }] },
    )
  }

  /** `name` has no extension. */
  function fileOf(
    file: MonthlyFile,
    name: string,
    of: Omit<HistoricoFile, keyof MonthlyFile | 'nome' | 'url' | 'tipo' | 'read'>,
  ): HistoricoFile {
    const { formato, bytes, sha256 } = file
    const nome = `${name}.${formato}`
    return {
      nome,
      formato,
      mes: of.mes,
      fechado: of.fechado,
      url: `${urlBase}/gasolina/dados/historico/${nome}`,
      tipo: TIPOS[formato],
      bytes,
      sha256,
      registros: of.registros,
      feitoEm: of.feitoEm,
      completo: of.completo,
      read: (from, to) => monthlyFiles.read(file, from, to),
    }
  }
}
