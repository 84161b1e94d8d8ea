import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './store/folders.ts'

/** A station of a registry made for tests, in the regulator's layouts. */
export interface Cadastrado {
  cnpj: string
  bandeira?: string
  uf?: string
  municipio?: string
  latitude?: number | string | null
  longitude?: number | string | null
}

export const HEADER =
  'CODIGOISIMP;AUTORIZACAO;DATAPUBLICACAO;RAZAOSOCIAL;CNPJ;ENDERECO;COMPLEMENTO;BAIRRO;CEP;UF;MUNICIPIO;BANDEIRA;DATAVINCULACAO'

export function registryCsv(stations: readonly Cadastrado[], header = HEADER): string {
  const lines = stations.map(
    ({ cnpj, bandeira = 'BANDEIRA BRANCA', uf = 'AL', municipio = 'MACEIO' }) =>
      `1;PR/AL;01/02/2020;POSTO FEITO PARA O TESTE;${cnpj};RUA UM, 1;;CENTRO;57000000;${uf};${municipio};${bandeira};01/02/2020`,
  )
  return `${[header, ...lines].join('\r\n')}\r\n`
}

export function registryPage(
  stations: readonly Cadastrado[],
  { total = stations.length, pages = 1 } = {},
): string {
  return JSON.stringify({
    status: 200,
    title: 'ok',
    succeeded: true,
    data: stations.map(
      ({
        cnpj,
        bandeira = 'BANDEIRA BRANCA',
        uf = 'AL',
        municipio = 'MACEIO',
        latitude = null,
        longitude = null,
      }) => ({
        codigoSIMP: '1',
        razaoSocial: 'POSTO FEITO PARA O TESTE',
        cnpj,
        distribuidora: bandeira,
        municipio,
        uf,
        latitude,
        longitude,
      }),
    ),
    searchPageFilter: { totalRegistro: total, totalPagina: pages },
  })
}

/** A file of the registry in a folder of its own. */
export function registryFile(content: string | Uint8Array, name = 'cadastro.csv'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}
