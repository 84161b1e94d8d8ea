import { z } from 'zod'
import type { Config } from '../../config.ts'
import * as s from '../../domain/answers/shared-schemas.ts'
import { entradaSchema } from '../../domain/answers/precos.ts'
import { estatisticaSchema, grupoSchema } from '../../domain/answers/estatisticas.ts'
import * as historico from '../../domain/answers/historico.ts'
import { mudancaSchema } from '../../domain/answers/mudancas.ts'
import { schemaOf } from '../../domain/questions/schemas-of-routes.ts'
import { produtoSchema, vendaSchema } from '../../domain/facts/sale-record.ts'
import { type NomeDeParametro, consultas, defaultOf, parametroDe } from '../../domain/questions/parameters.ts'
import { type Rota, etiquetas, rotas } from '../../domain/questions/routes.ts'
import { combustiveis, slugs } from '../../domain/facts/fuels.ts'
import { API_VERSION } from '../../domain/basics/version.ts'
import { forms } from '../../format/forms.ts'
import { attributionOf, describeSource } from '../../format/words/source-words.ts'
import answered from './openapi-examples.json' with { type: 'json' }
import texts from './openapi-texts.json' with { type: 'json' }

type Json = Record<string, unknown>

/** Example answers of the demonstration, by route and media type, and example failures: written by `test/http/openapi.test.ts`. */
const { respostas, falhas }: { respostas: Examples; falhas: Record<string, Example> } = answered
type Examples = Record<string, Record<string, Example>>
interface Example {
  endereco: string
  valor: unknown
}

export type ServiceInfo = Pick<Config, 'urlBase' | 'site' | 'fonte'> & Partial<Pick<Config, 'contato'>>

/** OpenAPI 3.1 of every route, made from the tables of routes and parameters and the answers' schemas. */
export function createOpenApi({ urlBase, site, fonte, contato }: ServiceInfo): Json {
  const { licenca, atribuicao, demonstracao, ...attribution } = attributionOf({ fonte, site })
  const { description } = describeSource(fonte, null)
  const { schemas, refOf } = schemasOfAnswers(rotas)
  const isMail = contato?.startsWith('mailto:')
  return {
    openapi: '3.1.1',
    info: {
      title: 'gasolina: preços de combustíveis em Alagoas',
      version: API_VERSION,
      description: `${description} Aberta, sem chave nem cadastro, de qualquer origem. Preços em reais por litro (por m³ no GNV). ${licenca} Cite: ${atribuicao}.`,
      ...(contato && { contact: { [isMail ? 'email' : 'url']: contato.replace(/^mailto:/, '') } }),
      license: { name: licenca, url: site },
      'x-fonte': attribution.fonte,
      'x-demonstracao': demonstracao,
      ...(attribution.aviso && { 'x-aviso': attribution.aviso }),
    },
    servers: [{ url: urlBase }],
    security: [],
    tags: etiquetas.map(({ nome, frase }) => ({ name: nome, description: frase })),
    paths: Object.fromEntries(
      rotas.map((rota: Rota) => [rota.caminho, { get: operation(rota, refOf(rota)) }]),
    ),
    components: { schemas, responses: failures },
  }
}

function operation(rota: Rota, answer: Json): Json {
  const all: readonly NomeDeParametro[] = rota.consulta ? consultas[rota.consulta].parametros : []
  const inPath = (nome: string) => rota.caminho.includes(`{${nome}}`)
  // `slug`, in the path of files, is a fuel.
  const path: NomeDeParametro[] = inPath('slug') ? ['combustivel'] : all.filter(inPath)
  const query = all.filter((nome) => !inPath(nome))
  const data = rota.nome !== 'openapi' && rota.nome !== 'situacao'
  const content = contentOf(rota, answer, all.includes('formato'))
  return {
    operationId: rota.nome,
    tags: [rota.etiqueta],
    summary: rota.frase,
    parameters: [
      ...path.map((nome) => parameter(rota, nome, 'path')),
      ...query.map((nome) => parameter(rota, nome, 'query')),
    ],
    responses: {
      200: { description: rota.frase, headers: texts.headers, content },
      304: { description: 'Nada mudou desde a resposta que o cliente já tem' },
      ...(rota.nome !== 'saude' && { 400: ref('responses', 'ParametroInvalido') }),
      ...(rota.nome.startsWith('mudancas') && { 410: ref('responses', 'CursorVencido') }),
      ...((path.includes('mes') || rota.nome === 'postosCsv') && {
        206: { description: 'A parte que range pediu', content },
        404: ref('responses', 'SemArquivo'),
        416: ref('responses', 'FaixaInvalida'),
      }),
      ...(path.includes('cnpj') && { 404: ref('responses', 'NaoEncontrado') }),
      ...((path.includes('combustivel') || rota.caminho.includes('{cursor}')) && {
        404: ref('responses', 'SemArquivo'),
      }),
      ...(data && { 503: ref('responses', 'SemDados') }),
      default: ref('responses', 'Erro'),
    },
  }
}

function contentOf({ nome, tipo = 'application/json' }: Rota, answer: Json, hasForms: boolean): Json {
  const as = (type: string, schema: Json) => ({ [type]: { schema, ...exampleOf(respostas[nome]?.[type]) } })
  if (tipo === 'application/vnd.apache.parquet' || tipo === 'application/gzip') return { [tipo]: {} }
  if (tipo === 'application/geo+json') return as(tipo, { type: 'object' })
  if (tipo !== 'application/json') return as(tipo, { type: 'string' })
  const content = as(tipo, answer)
  if (!hasForms) return content
  for (const form of Object.values(forms))
    if ('ofSheet' in form) Object.assign(content, as(form.tipo.replace(/;.*/, ''), { type: 'string' }))
  return content
}

function parameter({ consulta }: Rota, nome: NomeDeParametro, where: 'path' | 'query'): Json {
  const { schema, descricao, exemplo, aceita } = parametroDe(consulta, nome)
  const padrao = consulta && defaultOf(consulta, nome)
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input', override: withoutExtremes })
  const isFile = where === 'path' && nome === 'combustivel'
  return {
    name: isFile ? 'slug' : nome,
    in: where,
    ...(where === 'path' && { required: true }),
    description: `${descricao}: ${aceita}.`,
    schema: {
      ...jsonSchema,
      // Files have one name each: other words for the fuel are redirected to it.
      ...(nome === 'combustivel' && { enum: isFile ? slugs : fuelWords }),
      ...(padrao !== undefined && { default: padrao }),
    },
    example:
      typeof jsonSchema.type === 'string' && /number|integer/.test(jsonSchema.type)
        ? Number(exemplo)
        : exemplo,
  }
}

/** Slugs, aliases and source codes, which all mean a fuel. */
const fuelWords = combustiveis.flatMap(({ slug, codigoOrigem, apelidos }) =>
  [slug, String(codigoOrigem)].concat(apelidos),
)

function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

function exampleOf(example: Example | undefined): Json {
  if (!example) return {}
  const { endereco, valor } = example
  const summary = `GET ${endereco}, na demonstração: postos e preços fictícios; das listas, o começo`
  return { examples: { demonstracao: { summary, value: valor } } }
}

const failures = Object.fromEntries(
  Object.entries(texts.failures).map(([name, told]) => {
    const content = { 'application/json': { schema: ref('schemas', 'Erro'), ...exampleOf(falhas[name]) } }
    return [name, { ...told, content }]
  }),
)

/** Groups shared by several answers, under the type names of a generated client. */
const shared = {
  Produto: produtoSchema,
  Venda: vendaSchema,
  Estabelecimento: s.postoSchema,
  Localizacao: s.localizacaoSchema,
  Lugar: s.lugarSchema,
  Entrada: entradaSchema,
  Confirmacao: s.confirmacaoSchema,
  Usual: s.usualSchema,
  Suspeito: s.suspeitoSchema,
  Variacao: s.variacaoSchema,
  VariacaoDaMediana: s.variacaoDaMedianaSchema,
  Mudanca: mudancaSchema,
  Resumo: historico.resumoSchema,
  Historico: historico.historicoDoCombustivelSchema,
  SerieDoLugar: historico.historicoDoLugarDoCombustivelSchema,
  Estatistica: estatisticaSchema,
  Grupo: grupoSchema,
  Erro: s.erroSchema,
}

/** The answers as JSON Schema for `components`, each group once, and a reference to each answer's schema. */
function schemasOfAnswers(rotas: readonly Rota[]) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id })
  for (const rota of rotas) {
    const schema = schemaOf(rota.nome)
    if (schema) registry.add(schema, { id: nameOf(rota) })
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
    override: withoutExtremes,
  })
  return {
    schemas: Object.fromEntries(
      // Inside an OpenAPI file the file decides the dialect, and the position is the identity.
      Object.entries(schemas).map(([id, schema]) => [id, { ...schema, $schema: undefined, $id: undefined }]),
    ),
    refOf: (rota: Rota) =>
      schemaOf(rota.nome) ? { $ref: `#/components/schemas/${nameOf(rota)}` } : { type: 'object' },
  }
}

/** The safe integers are Zod's limits, not the answer's. */
function withoutExtremes({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

function nameOf({ nome }: Rota): string {
  return `Resposta${nome.charAt(0).toUpperCase()}${nome.slice(1)}`
}
