import type { RespostaCatalogo } from '../../domain/answers/downloads.ts'
import { quote } from '../../domain/basics/text.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { GasolinaError } from '../../errors.ts'
import { CSV_TYPE } from '../../format/files/csv.ts'
import type { MonthlyFile, FileFormat } from '../../store/monthly-files/file-blocks.ts'
import type { MonthlyFiles, FilesOfMonth } from '../../store/monthly-files/published-months.ts'

/** A file of `/gasolina/dados/historico/`. */
export interface Volume {
  /** The last part of its address. */
  nome: string
  formato: FileFormat
  tipo: string
  /** Of its sales; null for the stations. */
  mes: string | null
  /** True for a file that never changes. */
  fechado: boolean
  /** False where sales were known to be missing. */
  completo: boolean
  bytes: number
  sha256: string
  /** Sales, or stations. */
  registros: number
  feitoEm: Instante
  /** Streams bytes [from, to). @throws {GasolinaError} `dados_indisponiveis` when damaged or gone. */
  read(from: number, to: number): AsyncGenerator<Uint8Array, void>
}

const TIPOS: Record<FileFormat, string> = {
  parquet: 'application/vnd.apache.parquet',
  'csv.gz': 'application/gzip',
  csv: CSV_TYPE,
}

/** Seconds: a first collection and what comes after it. */
const TRY_AGAIN = 60

/** Most names listed in a sentence; `datapackage.json` lists all. */
const NAMES_TOLD = 12

export function createVolumes(monthlyFiles: Pick<MonthlyFiles, 'present' | 'read'>) {
  return { all, catalogue, find }

  /** @throws {GasolinaError} `dados_indisponiveis` before the first were made. */
  async function all(): Promise<Volume[]> {
    const volumes = await list()
    if (volumes.length > 0) return volumes
    throw new GasolinaError(
      'dados_indisponiveis',
      'Os arquivos do histórico ainda não foram feitos: eles vêm depois da primeira coleta.',
      { tentarEm: TRY_AGAIN },
    )
  }

  /** As the catalogue of all files tells of them. */
  async function catalogue(urlBase: string): Promise<NonNullable<RespostaCatalogo['historico']>> {
    return (await list()).map(({ nome, formato, mes, fechado, tipo, bytes, sha256, registros, feitoEm }) => ({
      nome,
      formato,
      mes,
      fechado,
      url: `${urlBase}/gasolina/dados/historico/${nome}`,
      tipo,
      bytes,
      sha256,
      registros,
      feitoEm,
    }))
  }

  /** The stations, then the months, ascending. */
  async function list(): Promise<Volume[]> {
    const { closed, day } = await monthlyFiles.present()
    const stations = day && {
      ...fileOf(day.postos),
      nome: 'postos.csv',
      mes: null,
      fechado: false,
      completo: true,
      registros: day.registros,
      feitoEm: day.feitoEm,
    }
    return [
      ...(stations ? [stations] : []),
      ...closed.flatMap((month) => ofMonth(month, true)),
      ...(day?.meses ?? []).flatMap((month) => ofMonth(month, false)),
    ]
  }

  /** @throws {GasolinaError} `rota_nao_encontrada`, with those that there are. */
  async function find(nome: string): Promise<Volume> {
    const all = await list()
    const found = all.find((volume) => volume.nome === nome)
    if (found) return found
    const extension = nome.replace(/^.*?\.(?:parcial\.)?(?=parquet|csv)/, '')
    const alike = all.filter(({ formato }) => formato === extension).map((volume) => volume.nome)
    const names = alike.slice(-NAMES_TOLD).join(', ')
    throw new GasolinaError(
      'rota_nao_encontrada',
      alike.length > 0
        ? `O arquivo '${quote(nome)}' não existe. Há: ${names}; datapackage.json diz todos.`
        : `O arquivo '${quote(nome)}' não existe, nem outro: eles são feitos ao fim de uma coleta.`,
      { erros: [{ parametro: 'arquivo', valor: quote(nome), aceitos: alike }] },
    )
  }

  function ofMonth({ mes, arquivos, vendas, completo, feitoEm }: FilesOfMonth, fechado: boolean): Volume[] {
    return arquivos.map((file) => ({
      ...fileOf(file),
      nome: `vendas-${mes}${fechado ? '' : '.parcial'}.${file.formato}`,
      mes,
      fechado,
      completo,
      registros: vendas,
      feitoEm,
    }))
  }

  function fileOf(file: MonthlyFile) {
    const { formato, bytes, sha256 } = file
    const read = (from: number, to: number) => monthlyFiles.read(file, from, to)
    return { formato, tipo: TIPOS[formato], bytes, sha256, read }
  }
}
