// Writes the types of `gasolina/cliente` from the OpenAPI file, so that they need no package where they are read.
// `node bin/client-types.js FOLDER`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'

register()
const { failures } = await import('../src/errors.ts')
const { createOpenApi } = await import('../src/http/routes/openapi.ts')
const { createCliente } = await import('../src/query/cliente.ts')

/** What comes as a file is declared below. */
const OF_FILES = new Set(['arquivo', 'todos', 'arquivoDoHistorico'])

const url = 'http://localhost'
const { components, paths } = createOpenApi({ urlBase: url, site: url, fonte: 'demonstracao' })
const operations = Object.values(paths).map(({ get }) => get)
const methods = Object.keys(createCliente({ url })).filter((name) => !OF_FILES.has(name))
const declarations = [
  ...Object.entries(components.schemas).map(([name, schema]) => declare(name, schema)),
  ...methods.flatMap(pedidoOf),
  `export type Codigo =\n${Object.keys(failures)
    .map((codigo) => `  | '${codigo}'`)
    .join('\n')}`,
  `${comment('Pergunta a um servidor da gasolina. Toda falha é um GasolinaError, de message pronta para gente ler.')}export interface Cliente {\n${methods.map(signatureOf).join('')}${ARQUIVOS()}}`,
  REST(),
]
await writeFile(join(process.argv[2] ?? '', 'cliente.d.ts'), `${declarations.join('\n\n')}\n`)

function signatureOf(name) {
  const { summary, responses } = operationOf(name)
  const answer = typeOf(responses[200].content['application/json'].schema)
  const [pedido] = pedidoOf(name)
  if (!pedido) return `${comment(summary, '  ')}  ${name}(): Promise<${answer}>\n`
  const optional = pedido.includes('cnpj: ') ? '' : '?'
  return `${comment(summary, '  ')}  ${name}(pedido${optional}: ${titled('Pedido', name)}): Promise<${answer}>\n`
}

/** What may be asked, as an interface; nothing when there is nothing to choose. The client reads answers as data: no `formato`. */
function pedidoOf(name) {
  const parameters = operationOf(name).parameters.filter((parameter) => parameter.name !== 'formato')
  if (parameters.length === 0) return []
  const properties = Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      { ...parameter.schema, description: parameter.description },
    ]),
  )
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
  return [declare(titled('Pedido', name), { type: 'object', properties, required })]
}

function operationOf(name) {
  const operation = operations.find(({ operationId }) => operationId === name)
  if (!operation) throw new Error(`the client's ${name} is no route`)
  return operation
}

function declare(name, schema) {
  const type = typeOf(schema)
  const isInterface = schema.type === 'object' && type.startsWith('{')
  return `${comment(schema.description)}export ${isInterface ? `interface ${name}` : `type ${name} =`} ${type}`
}

/** A JSON Schema as TypeScript, indented for where it stands. */
function typeOf(schema, indent = '') {
  const { $ref, anyOf, oneOf, enum: values, type } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (anyOf ?? oneOf) return (anyOf ?? oneOf).map((one) => typeOf(one, indent)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`
  if (type === 'object') return objectType(schema, indent)
  return (
    { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[type] ??
    'unknown'
  )
}

function objectType({ properties, required = [], additionalProperties, propertyNames }, indent) {
  if (!properties) {
    const key = propertyNames ? typeOf(propertyNames) : 'string'
    const isPartial = propertyNames?.enum && required.length === 0
    const record = `Record<${key}, ${typeOf(additionalProperties || {}, indent)}>`
    return isPartial ? `Partial<${record}>` : record
  }
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}

function comment(text, indent = '') {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''
}

function titled(prefix, name) {
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function ARQUIVOS() {
  return `  /** Um arquivo inteiro, byte por byte como o servidor o serve. */
  arquivo(slug: Slug, formato: 'json' | 'csv', dialeto?: 'padrao' | 'excel'): Promise<Arquivo>
  /** Os seis combustíveis num só CSV. */
  todos(dialeto?: 'padrao' | 'excel'): Promise<Arquivo>
  /** As vendas de um mês (\`vendas-2026-10.parquet\`, \`.csv.gz\`) ou os postos (\`postos.csv\`), pelo nome que \`catalogo\` diz. */
  arquivoDoHistorico(nome: string): Promise<Arquivo>
`
}

function REST() {
  return `export type Slug = NonNullable<PedidoPrecos['combustivel']>

export interface Arquivo {
  /** \`gasolina-comum.csv\`; na demonstração, \`demonstracao-gasolina-comum.csv\`. */
  nome: string
  tipo: string
  /** Um depois do outro. */
  pieces: readonly Uint8Array[]
}

export interface OpcoesDoCliente {
  /** O servidor, com ou sem \`/gasolina/api\` no fim. */
  url: string
  /** Só fora de navegadores. */
  userAgent?: string
  /** Para a resposta inteira, em milissegundos [padrão: 30000]. */
  timeoutMs?: number
}

/** @throws {GasolinaError} \`parametro_invalido\` quando \`url\` não é endereço de um servidor. */
export declare function createCliente(opcoes: OpcoesDoCliente): Cliente

/** Uma recusa do servidor, com o seu código, ou \`api_inalcancavel\`. */
export declare class GasolinaError extends Error {
  readonly codigo: Codigo
  readonly erros: ErroDeParametro[] | undefined
  /** Segundos depois dos quais vale tentar de novo. */
  readonly tentarEm: number | undefined
}

export interface ErroDeParametro {
  parametro: string
  valor?: string
  aceitos?: string[]
  sugestao?: string
}`
}
