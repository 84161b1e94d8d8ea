import { type Atribuicao, motivosDeSuspeita } from '../../domain/answers/common.ts'
import type { RespostaPacote } from '../../domain/answers/downloads.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import { FONTE_URL } from '../../format/words/source-words.ts'
import type { Volume } from './monthly-files.ts'

type Resource = RespostaPacote['resources'][number]
type Field = Resource['schema']['fields'][number]

/** A Data Package (version 2) of all files of past sales, for whatever reads such packages. */
export function dataPackage(
  volumes: readonly Volume[],
  { site, atribuicao }: { site: string; atribuicao: Atribuicao },
): RespostaPacote {
  const created = volumes
    .map(({ feitoEm }) => feitoEm)
    .toSorted()
    .at(-1)
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'gasolina-alagoas',
    title: 'Preços de combustíveis em Alagoas, venda a venda',
    description:
      'Cada venda vista, uma vez, por mês do dia da venda em Maceió, em Parquet e em CSV; e os postos. Um mês fechado nunca muda; o aberto (parcial) é refeito uma vez por dia.',
    homepage: site,
    ...(created !== undefined && { created }),
    sources: [{ title: atribuicao.fonte, ...(!atribuicao.demonstracao && { path: FONTE_URL }) }],
    licenses: [{ title: `${atribuicao.licenca} Cite: ${atribuicao.atribuicao}.`, path: site }],
    resources: volumes.map(resourceOf),
    ...atribuicao,
  }
}

/** As `sha256sum -c` reads them. */
export function checksums(volumes: readonly Volume[]): string {
  return volumes.map(({ sha256, nome }) => `${sha256}  ${nome}\n`).join('')
}

function resourceOf(volume: Volume): Resource {
  const { nome, formato, tipo, mes, bytes, sha256, registros } = volume
  const isOfSales = mes !== null
  return {
    name: nome.toLowerCase().replace('.parcial', '').replaceAll('.', '-'),
    path: nome,
    title: isOfSales ? `Vendas de ${mes}` : 'Postos',
    description: isOfSales ? stateOf(volume) : 'Todos os postos já vistos. É refeito uma vez por dia.',
    format: formato === 'parquet' ? 'parquet' : 'csv',
    mediatype: tipo.split(';')[0] ?? tipo,
    ...(formato !== 'parquet' && { encoding: 'utf-8' }),
    bytes,
    hash: `sha256:${sha256}`,
    linhas: registros,
    schema: isOfSales
      ? { fields: SALES, foreignKeys: [TO_STATIONS] }
      : { fields: STATIONS, primaryKey: ['cnpj'] },
  }
}

function stateOf({ fechado, completo }: Volume): string {
  const missing = completo ? '' : ' Faltam vendas: um arquivo em que elas se guardam está danificado.'
  return fechado
    ? 'Mês fechado: o arquivo foi feito uma vez e nunca muda.'
    : `Mês aberto (parcial): o arquivo é refeito uma vez por dia, e perde o .parcial no dia 11 do mês seguinte.${missing}`
}

const TO_STATIONS = { fields: ['cnpj'], reference: { resource: 'postos-csv', fields: ['cnpj'] } }

const CNPJ = field('cnpj', 'string', 'CNPJ do posto, 14 caracteres', {
  required: true,
  minLength: 14,
  maxLength: 14,
})

const SALES: Field[] = [
  CNPJ,
  field('combustivel', 'string', 'O combustível', { required: true, enum: [...slugs] }),
  field('codigo', 'string', 'Código do produto no cadastro do próprio posto; não se compara entre postos', {
    required: true,
  }),
  field('dataVenda', 'datetime', 'Quando a venda foi feita; no CSV na hora de Maceió, no Parquet em UTC', {
    required: true,
  }),
  field('dia', 'date', 'O dia da venda em Maceió', { required: true }),
  field(
    'valorDeclarado',
    'number',
    'Preço declarado na nota, em reais por litro, ou por m³ no GNV: o da bomba',
    {
      required: true,
    },
  ),
  field(
    'valorVenda',
    'number',
    'Valor pago dividido pela quantidade, em reais por litro, ou por m³ no GNV, já com descontos',
    {
      required: true,
    },
  ),
  field('suspeito', 'string', 'Por que não se crê no preço; vazio quando se crê', {
    enum: [...motivosDeSuspeita],
  }),
]

const STATIONS: Field[] = [
  CNPJ,
  field('razaoSocial', 'string', 'Nome da empresa'),
  field('nomeFantasia', 'string', 'Nome comercial'),
  field('telefone', 'string', 'Telefone'),
  field('nomeLogradouro', 'string', 'Rua, avenida ou rodovia'),
  field('numeroImovel', 'string', 'Número'),
  field('bairro', 'string', 'Bairro, como o posto o escreve'),
  field('cep', 'string', 'CEP, só dígitos'),
  field('codigoIBGE', 'integer', 'Código do município no IBGE'),
  field('municipio', 'string', 'Município, em maiúsculas e sem acentos'),
  field('latitude', 'number', 'Só quando se pode crer na que o posto declara'),
  field('longitude', 'number', 'Só quando se pode crer na que o posto declara'),
  field('precisao', 'string', 'exata, bairro ou municipio'),
  field(
    'latitudeAproximada',
    'number',
    'Sem latitude: do bairro ou do município; do cadastro, se precisao é exata',
  ),
  field(
    'longitudeAproximada',
    'number',
    'Sem longitude: do bairro ou do município; do cadastro, se precisao é exata',
  ),
  field('primeiraVenda', 'datetime', 'A primeira venda vista'),
  field('ultimaVenda', 'datetime', 'A última venda vista'),
  field('bandeira', 'string', 'Pelo cadastro da ANP; branca é não ter, vazio não se saber'),
]

function field(name: string, type: string, description: string, constraints?: Field['constraints']): Field {
  return { name, type, description, ...(constraints && { constraints }) }
}
