import { z } from 'zod'
import type { NomeDaFonte } from './domain/state/commit-state.ts'
import {
  ENDERECOS_ACEITOS,
  type Read,
  type Variables,
  type Variavel,
  addresses,
  createEnvironment,
  integer,
  webUrl,
} from './environment.ts'
import { GasolinaError } from './errors.ts'
import { type EngineVariables, parseStorage } from './storage-address.ts'
import { URL_ACEITA, URL_COM_PERGUNTA_ACEITA, isOfWeb, readWebUrl, withoutFinalSlashes } from './web-url.ts'

/** Map tiles of another server. */
export interface Mapa {
  /** Address of a tile, with `{z}`, `{x}` and `{y}`. */
  endereco: string
  /** Attribution of the tiles. */
  credito: string
}

export type Config = ReturnType<typeof readConfig>

const CADASTRO_URL = 'https://revendedoresapi.anp.gov.br/v1/combustivel?uf=AL&numeropagina=1'
const askedUrl = z.string().refine((text) => readWebUrl(text, { query: true }) !== undefined)
const SEFAZ_URL = 'http://api.sefaz.al.gov.br/sfz-economiza-alagoas-api/api/public'
/** The source's firewall answers 403 to other agents than browsers. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36'
/** Text fit for a header. */
const headerText = z.string().regex(/^[\x21-\x7e]+$/)
const HEADER_TEXT = 'um texto sem espaços nem acentos'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/**
 * Reads the environment; nothing else in the program does. An empty variable counts as unset. `storage`: the default folder.
 * @throws {GasolinaError} `configuracao_invalida`, naming variable, value and what is accepted.
 */
export function readConfig(env: Variables, { storage = './storage' }: { storage?: string } = {}) {
  const { read, misspelt } = createEnvironment(env)
  const config = interpret(read, storage)
  // By now every variable has been read once. `avisos`: warnings at the start of any command.
  return { ...config, avisos: misspelt() }
}

const OURS = /^(?:GASOLINA_|HOST$|PORT$|SEFAZ_)/

/** All variables by name, our own first, with the defaults of an empty environment; the folder's default depends on the installation. */
export function describeVariables(): Variavel[] {
  const { read, known } = createEnvironment({})
  interpret(read, '')
  return known().toSorted(
    (a, b) => Number(OURS.test(b.nome)) - Number(OURS.test(a.nome)) || (a.nome < b.nome ? -1 : 1),
  )
}

function interpret(read: Read, storage: string) {
  const token = read('SEFAZ_APP_TOKEN', headerText, HEADER_TEXT, undefined, { secret: true })
  const named = read(
    'GASOLINA_FONTE',
    z.enum(['sefaz', 'demonstracao']),
    'sefaz ou demonstracao',
    token ? ('sefaz' as const) : undefined,
  )
  const fonte: NomeDaFonte = named ?? 'demonstracao'
  const host = read(
    'HOST',
    z.string().regex(/^[\w.:[\]-]{1,253}$/),
    'um nome de máquina ou endereço IP',
    'localhost',
  )
  const porta = read('PORT', integer(1, 65_535), 'um inteiro de 1 a 65535', 3000)
  const urlBase = read('GASOLINA_URL_BASE', webUrl, URL_ACEITA, undefined)
  const avisosAoServir: string[] = []
  if (!LOOPBACK.test(host) && !urlBase)
    avisosAoServir.push(
      `HOST=${host} aceita conexões de fora, mas GASOLINA_URL_BASE não foi definida: os links das respostas apontarão para http://localhost:${porta}.`,
    )
  const base = withoutFinalSlashes(urlBase ?? `http://localhost:${porta}`)
  const site = read('GASOLINA_SITE', webUrl, URL_ACEITA, undefined)
  const engines = readEngines(read)
  return {
    fonte,
    /** GASOLINA_FONTE or a token chose the source; else the store's content may, see `withSource`. */
    fonteEscolhida: named !== undefined,
    /** The authority's AppToken. It is sent to `sefaz.url` only and written nowhere. */
    sefaz: {
      token,
      url: withoutFinalSlashes(read('SEFAZ_URL', webUrl, URL_ACEITA, SEFAZ_URL)),
      userAgent: read(
        'SEFAZ_USER_AGENT',
        z.string().regex(/^[\x20-\x7e]{1,500}$/),
        'um texto ASCII',
        USER_AGENT,
      ),
    },
    /** The registry of stations: its address where the operator set one, and where it is by default. */
    cadastro: {
      escolhido: read('GASOLINA_CADASTRO_URL', askedUrl, URL_COM_PERGUNTA_ACEITA, undefined),
      padrao: CADASTRO_URL,
      userAgent: USER_AGENT,
    },
    storage: parseStorage(
      'GASOLINA_STORAGE',
      read(
        'GASOLINA_STORAGE',
        z.string(),
        'o caminho de uma pasta, postgres://… ou s3://bucket/prefixo',
        storage,
      ),
      engines,
    ),
    /** Variables of the store's engines; some are secrets. */
    engines,
    intervaloMinutos: read('GASOLINA_INTERVALO', integer(1, 1440), 'um inteiro de 1 a 1440 (minutos)', 60),
    host,
    porta,
    /** Base of every link, without a final slash. */
    urlBase: base,
    /** The public site named in attribution. */
    site: site ?? `${base}/gasolina/`,
    /** The two as the operator set them: without one there is no server that is known to answer. */
    ditos: { urlBase: urlBase && base, site: site ?? (urlBase && `${base}/gasolina/`) },
    /** Address for complaints, `mailto:` or `https:`, shown to people. */
    contato: read('GASOLINA_CONTATO', contact, 'um e-mail, mailto:e-mail ou um endereço https://', undefined),
    /** Map tiles that the site shows on request. */
    mapa: readMap(read),
    /** The server starts collections, instead of only serving the store. */
    coleta: read('GASOLINA_COLETA', z.enum(['sim', 'nao']), 'sim ou nao', 'sim') === 'sim',
    /** Addresses and networks of proxies trusted to tell their clients' addresses. */
    proxies: read('GASOLINA_PROXIES', addresses, ENDERECOS_ACEITOS, []),
    /** Port on loopback for Prometheus. */
    metricas: read('GASOLINA_METRICAS', integer(1, 65_535), 'um inteiro de 1 a 65535', undefined),
    /** Log each collection, or each request too. */
    log: read(
      'GASOLINA_LOG',
      z.enum(['coletas', 'pedidos']),
      'coletas ou pedidos (coletas e pedidos)',
      'coletas' as const,
    ),
    avisosAoServir,
  }
}

/** Tiles without an attribution are a mistake: map servers require one. */
function readMap(read: Read): Mapa | undefined {
  const endereco = read(
    'GASOLINA_MAPA',
    tileUrl,
    'um endereço http:// ou https:// com {z}, {x} e {y}, sem usuário nem senha, como https://mapas.example/{z}/{x}/{y}.png',
    undefined,
  )
  const credito = read(
    'GASOLINA_MAPA_CREDITO',
    z.string().max(200),
    'um texto de até 200 caracteres',
    undefined,
  )
  if (endereco !== undefined && credito === undefined)
    throw new GasolinaError(
      'configuracao_invalida',
      'GASOLINA_MAPA pede GASOLINA_MAPA_CREDITO: diga quem fez o mapa, como quem o serve manda citar.',
    )
  return endereco === undefined || credito === undefined ? undefined : { endereco, credito }
}

const tileUrl = z
  .string()
  .max(500)
  .refine((text) => {
    const example = text.replaceAll(/\{[zxy]\}/g, '0')
    if (!URL.canParse(text) || /[{}\s;,]/.test(example)) return false
    const url = new URL(text)
    return (
      isOfWeb(url) &&
      !url.username &&
      !url.password &&
      ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
    )
  })

const EMAIL = /^(?:mailto:)?([\w.+-]{1,64}@(?:[a-z\d-]+\.)+[a-z\d-]{1,63})$/i

const contact = z.string().transform((text, { addIssue }) => {
  const email = text.length > 254 ? undefined : EMAIL.exec(text)?.[1]
  if (email !== undefined) return `mailto:${email}`
  const url = readWebUrl(text)
  if (url?.protocol !== 'https:') addIssue('')
  return url?.href ?? ''
})

function readEngines(read: Read): EngineVariables {
  const secret = (name: string) => read(name, z.string(), 'um texto', undefined, { secret: true })
  const ofHeader = (name: string) => read(name, headerText, HEADER_TEXT, undefined, { secret: true })
  const region = (name: string) =>
    read(name, z.string().regex(/^[\w-]{1,64}$/), 'o nome de uma região', undefined)
  const endpoint = (name: string) => read(name, webUrl, URL_ACEITA, undefined)
  const [anyRegion, anyEndpoint] = [region('AWS_DEFAULT_REGION'), endpoint('AWS_ENDPOINT_URL')]
  return {
    pgPassword: secret('PGPASSWORD'),
    accessKeyId: ofHeader('AWS_ACCESS_KEY_ID'),
    secretAccessKey: secret('AWS_SECRET_ACCESS_KEY'),
    sessionToken: ofHeader('AWS_SESSION_TOKEN'),
    region: region('AWS_REGION') ?? anyRegion,
    endpoint: endpoint('AWS_ENDPOINT_URL_S3') ?? anyEndpoint,
  }
}
