import type { z } from 'zod'
import { arquivoDeMudancasSchema, indiceDeMudancasSchema, mudancasSchema } from '../answers/mudancas.ts'
import { arquivoJsonSchema, catalogoSchema, pacoteSchema } from '../answers/downloads.ts'
import {
  bairrosSchema,
  combustiveisSchema,
  documentacaoSchema,
  municipiosSchema,
  saudeSchema,
  situacaoSchema,
} from '../answers/service.ts'
import { estatisticasSchema } from '../answers/estatisticas.ts'
import { historicoDoLugarSchema, historicoSchema } from '../answers/historico.ts'
import { postosSchema, respostaPostoSchema } from '../answers/posto.ts'
import { precosSchema } from '../answers/precos.ts'
import { municipios } from '../alagoas/municipalities.ts'
import type { NomeDeConsulta } from './parameters.ts'
import { CHANGES_KEPT_DAYS } from '../facts/rules.ts'

/** Subjects of addresses: groups of every list of them, in this order. */
export const etiquetas = [
  { nome: 'Preços', frase: 'Onde abastecer, cada posto e o seu passado' },
  {
    nome: 'Lugares',
    frase: 'O estado, um município, um bairro: resumo, comparação, história e os nomes deles',
  },
  { nome: 'Mudanças', frase: 'Só o que mudou desde a última vez' },
  { nome: 'Arquivos', frase: 'Tudo o que se sabe agora, para baixar' },
  { nome: 'Serviço', frase: 'O que a API é, quão novos estão os dados e o que eles cobrem' },
] as const

/** The tools of the MCP server, named as the routes that they answer like. */
export const ferramentas = ['precos', 'posto', 'historico', 'estatisticas'] as const

export type Ferramenta = (typeof ferramentas)[number]

/** A public address. Router, documentation object, OpenAPI file and README are made from these rows. */
export interface Rota {
  readonly nome: string
  readonly etiqueta: (typeof etiquetas)[number]['nome']
  /** Path template; `{cnpj}`, `{slug}`, `{cursor}` and `{mes}` are parts of one segment. A path with a final slash answers without it too. */
  readonly caminho: string
  /** One Portuguese sentence, without a full stop. */
  readonly frase: string
  /** The question whose parameters it takes; those in the path are among them. */
  readonly consulta?: NomeDeConsulta
  /** Schema of its JSON body; absent when the body is not one of the answers. */
  readonly resposta?: z.ZodType
  /** Media type of the body; JSON where it is absent. */
  readonly tipo?:
    | 'application/json'
    | 'text/csv'
    | 'application/atom+xml'
    | 'application/geo+json'
    | 'application/vnd.apache.parquet'
    | 'application/gzip'
    | 'text/plain'
  /** Query strings, or path values, that work on any data; `{cnpj}` is filled with a known station. */
  readonly exemplos: readonly string[]
}

export const rotas = [
  {
    nome: 'documentacao',
    etiqueta: 'Serviço',
    caminho: '/gasolina/api/',
    frase: 'Esta documentação, com um resumo de cada combustível',
    resposta: documentacaoSchema,
    exemplos: ['/gasolina/api/'],
  },
  {
    nome: 'precos',
    etiqueta: 'Preços',
    caminho: '/gasolina/api/precos',
    frase: 'Postos do mais barato ao mais caro para um combustível, por lugar, distância ou idade da venda',
    consulta: 'precos',
    resposta: precosSchema,
    exemplos: [
      '/gasolina/api/precos?combustivel=gasolina-comum&limite=10',
      '/gasolina/api/precos?combustivel=alcool&bairro=maceio&limite=5',
      '/gasolina/api/precos?combustivel=diesel-aditivado&lat=-9.66&lon=-35.70&raio=5',
    ],
  },
  {
    nome: 'posto',
    etiqueta: 'Preços',
    caminho: '/gasolina/api/posto/{cnpj}',
    frase: 'Um posto: todos os seus preços, a posição deles na cidade e os últimos 30 dias',
    consulta: 'posto',
    resposta: respostaPostoSchema,
    exemplos: ['/gasolina/api/posto/{cnpj}'],
  },
  {
    nome: 'postos',
    etiqueta: 'Preços',
    caminho: '/gasolina/api/postos',
    frase: 'Procura postos por nome, bairro ou município',
    consulta: 'postos',
    resposta: postosSchema,
    exemplos: ['/gasolina/api/postos?nome=posto&municipio=arapiraca&limite=5'],
  },
  {
    nome: 'historico',
    etiqueta: 'Preços',
    caminho: '/gasolina/api/historico/{cnpj}',
    frase: 'Os preços de um posto ao longo do tempo: cada mudança, ou por dia, semana ou mês',
    consulta: 'historico',
    resposta: historicoSchema,
    exemplos: ['/gasolina/api/historico/{cnpj}?granularidade=dia'],
  },
  {
    nome: 'historicoDoLugar',
    etiqueta: 'Lugares',
    caminho: '/gasolina/api/historico',
    frase:
      'Como os preços andaram num município, num bairro ou no estado: mínimo, mediana e máximo no fim de cada dia, ou por semana ou mês; ou quem mudou de preço',
    consulta: 'historicoDoLugar',
    resposta: historicoDoLugarSchema,
    exemplos: [
      '/gasolina/api/historico?combustivel=gasolina-comum',
      '/gasolina/api/historico?municipio=arapiraca&granularidade=semana',
      '/gasolina/api/historico?municipio=arapiraca&granularidade=mudancas',
    ],
  },
  {
    nome: 'estatisticas',
    etiqueta: 'Lugares',
    caminho: '/gasolina/api/estatisticas',
    frase:
      'Mínimo, média, mediana, máximo, economia e variação de cada combustível, no estado ou num lugar; com por, os lugares lado a lado',
    consulta: 'estatisticas',
    resposta: estatisticasSchema,
    exemplos: [
      '/gasolina/api/estatisticas?municipio=maceio',
      '/gasolina/api/estatisticas?por=municipio&combustivel=alcool',
      '/gasolina/api/estatisticas?municipio=porto%20de%20pedras&raio=40',
    ],
  },
  {
    nome: 'municipios',
    etiqueta: 'Lugares',
    caminho: '/gasolina/api/municipios',
    frase: `Menu dos ${municipios.length} municípios: nome, código no IBGE e quantos postos têm preço agora`,
    resposta: municipiosSchema,
    exemplos: ['/gasolina/api/municipios'],
  },
  {
    nome: 'bairros',
    etiqueta: 'Lugares',
    caminho: '/gasolina/api/bairros',
    frase: 'Menu dos bairros de um município, ou do estado: nome, município e quantos postos têm preço agora',
    consulta: 'bairros',
    resposta: bairrosSchema,
    exemplos: ['/gasolina/api/bairros?municipio=arapiraca'],
  },
  {
    nome: 'combustiveis',
    etiqueta: 'Serviço',
    caminho: '/gasolina/api/combustiveis',
    frase:
      'Menu dos seis combustíveis: nome, código, outros nomes que valem e quantos postos têm preço agora',
    resposta: combustiveisSchema,
    exemplos: ['/gasolina/api/combustiveis'],
  },
  {
    nome: 'mudancas',
    etiqueta: 'Mudanças',
    caminho: '/gasolina/api/mudancas',
    frase:
      'O que mudou desde um cursor: preços novos, altas, quedas, o que saiu, o que passou a ser suspeito ou confirmado',
    consulta: 'mudancas',
    resposta: mudancasSchema,
    exemplos: ['/gasolina/api/mudancas?combustivel=gasolina-comum&municipio=maceio&tipo=desceu'],
  },
  {
    nome: 'mudancasIndice',
    etiqueta: 'Mudanças',
    caminho: '/gasolina/dados/mudancas/index.json',
    frase: `Os arquivos de mudanças dos últimos ${CHANGES_KEPT_DAYS} dias, um por estado publicado`,
    resposta: indiceDeMudancasSchema,
    exemplos: ['/gasolina/dados/mudancas/index.json'],
  },
  {
    nome: 'mudancasArquivo',
    etiqueta: 'Mudanças',
    caminho: '/gasolina/dados/mudancas/{cursor}.json',
    frase: 'O que mudou até um estado publicado, desde o anterior; nunca muda',
    consulta: 'mudancasArquivo',
    resposta: arquivoDeMudancasSchema,
    exemplos: [],
  },
  {
    nome: 'mudancasAtom',
    etiqueta: 'Mudanças',
    caminho: '/gasolina/mudancas.atom',
    frase:
      'O mesmo que /gasolina/api/mudancas como feed Atom, para leitores de notícias; com os mesmos filtros',
    consulta: 'mudancasAtom',
    tipo: 'application/atom+xml',
    exemplos: ['/gasolina/mudancas.atom?combustivel=gasolina-comum&municipio=maceio&tipo=desceu'],
  },
  {
    nome: 'arquivoJson',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/{slug}.json',
    frase: 'Tudo o que se sabe agora de um combustível, em JSON',
    resposta: arquivoJsonSchema,
    exemplos: ['/gasolina/dados/gasolina-comum.json'],
  },
  {
    nome: 'arquivoCsv',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/{slug}.csv',
    frase: 'O mesmo em CSV, para planilhas; dialeto=excel abre direto num Excel brasileiro',
    consulta: 'dados',
    tipo: 'text/csv',
    exemplos: ['/gasolina/dados/gasolina-comum.csv'],
  },
  {
    nome: 'arquivoGeojson',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/{slug}.geojson',
    frase: 'O mesmo em GeoJSON, para mapas; posto sem coordenada em que se possa crer vem sem ponto',
    tipo: 'application/geo+json',
    exemplos: ['/gasolina/dados/gasolina-comum.geojson'],
  },
  {
    nome: 'todosCsv',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/todos.csv',
    frase:
      'Os seis combustíveis num só CSV, o nome de cada um na primeira coluna; os preços suspeitos no fim',
    consulta: 'dados',
    tipo: 'text/csv',
    exemplos: ['/gasolina/dados/todos.csv'],
  },
  {
    nome: 'vendasParquet',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/historico/vendas-{mes}.parquet',
    frase:
      'As vendas vistas de um mês, uma por produto em cada lote da fonte, em Parquet, para DuckDB, pandas e R; aceita range',
    consulta: 'vendasDoMes',
    tipo: 'application/vnd.apache.parquet',
    exemplos: [],
  },
  {
    nome: 'vendasCsv',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/historico/vendas-{mes}.csv.gz',
    frase: 'As mesmas vendas em CSV comprimido',
    consulta: 'vendasDoMes',
    tipo: 'application/gzip',
    exemplos: [],
  },
  {
    nome: 'postosCsv',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/historico/postos.csv',
    frase: 'Todos os postos já vistos, com endereço, coordenadas e a primeira e a última venda',
    tipo: 'text/csv',
    exemplos: [],
  },
  {
    nome: 'pacote',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/historico/datapackage.json',
    frase: 'Data Package dos arquivos desta pasta: colunas, tamanhos, somas, qual mês ainda está aberto',
    resposta: pacoteSchema,
    exemplos: [],
  },
  {
    nome: 'somas',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/historico/SHA256SUMS',
    frase: 'As somas deles, para sha256sum -c',
    tipo: 'text/plain',
    exemplos: [],
  },
  {
    nome: 'catalogo',
    etiqueta: 'Arquivos',
    caminho: '/gasolina/dados/index.json',
    frase: 'Catálogo dos arquivos, com tamanho e sha256',
    resposta: catalogoSchema,
    exemplos: ['/gasolina/dados/index.json'],
  },
  {
    nome: 'situacao',
    etiqueta: 'Serviço',
    caminho: '/gasolina/api/situacao',
    frase: 'Quão novos e completos estão os dados, e o que houve de anormal',
    resposta: situacaoSchema,
    exemplos: ['/gasolina/api/situacao'],
  },
  {
    nome: 'openapi',
    etiqueta: 'Serviço',
    caminho: '/gasolina/api/openapi.json',
    frase: 'Descrição desta API em OpenAPI 3.1',
    exemplos: ['/gasolina/api/openapi.json'],
  },
  {
    nome: 'saude',
    etiqueta: 'Serviço',
    caminho: '/saude',
    frase: '200 quando há dados a servir, 503 quando não; para balanceadores',
    resposta: saudeSchema,
    exemplos: [],
  },
] as const satisfies readonly Rota[]

export type NomeDeRota = (typeof rotas)[number]['nome']
