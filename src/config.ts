import type { NomeDaFonte } from './domain/state/commit-state.ts'
import {
  type Kind,
  type Read,
  type Variables,
  type Variavel,
  addresses,
  createEnvironment,
  positiveInteger,
  oneOf,
  text,
  webUrl,
} from './environment.ts'
import { misconfigured } from './errors.ts'
import { type EngineVariables, STORAGE_PLACES, parseStorage } from './storage-address.ts'
import { URL_COM_PERGUNTA_ACEITA, isOfWeb, readWebUrl, withoutFinalSlashes } from './web-url.ts'

export type Config = ReturnType<typeof readConfig>
export type Mapa = NonNullable<Config['mapa']>

const CADASTRO_URL = 'https://revendedoresapi.anp.gov.br/v1/combustivel?uf=AL&numeropagina=1'
const askedUrl: Kind<string> = {
  aceita: URL_COM_PERGUNTA_ACEITA,
  parse: (text) => readWebUrl(text, { query: true }) && text,
}
const SEFAZ_URL = 'http://api.sefaz.al.gov.br/sfz-economiza-alagoas-api/api/public'
/** The source's firewall answers 403 to other agents than browsers. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36'
/** A key or token that is sent in a header. None has quotes around it, but files of variables may. */
const secretOfHeader: Kind<string> = {
  ...text('um texto sem espaços nem acentos', /^(?!(["']).*\1$)[\x21-\x7e]+$/),
  isSecret: true,
}
const logged = { ...oneOf('coletas', 'pedidos'), aceita: 'coletas ou pedidos (coletas e pedidos)' }
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/** An empty variable counts as unset. @throws {GasolinaError} `configuracao_invalida`, naming variable, value and what is accepted. */
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
  const token = read('SEFAZ_APP_TOKEN', secretOfHeader)
  const named = read('GASOLINA_FONTE', oneOf('sefaz', 'demonstracao'), token ? ('sefaz' as const) : undefined)
  const fonte: NomeDaFonte = named ?? 'demonstracao'
  const host = read('HOST', text('um nome de máquina ou endereço IP', /^[\w.:[\]-]{1,253}$/), 'localhost')
  const porta = read('PORT', positiveInteger(65_535), 3000)
  const metricas = read('GASOLINA_METRICAS', positiveInteger(65_535))
  if (metricas === porta)
    throw misconfigured(
      `PORT e GASOLINA_METRICAS são a mesma porta, ${porta}: escolha outra para uma das duas.`,
    )
  const urlBase = read('GASOLINA_URL_BASE', webUrl)
  const avisosAoServir: string[] = []
  if (!LOOPBACK.test(host) && !urlBase)
    avisosAoServir.push(
      `HOST=${host} aceita conexões de fora, mas GASOLINA_URL_BASE não foi definida: os links das respostas apontarão para http://localhost:${porta}.`,
    )
  const base = withoutFinalSlashes(urlBase ?? `http://localhost:${porta}`)
  const site = read('GASOLINA_SITE', webUrl)
  const place = read('GASOLINA_STORAGE', text(STORAGE_PLACES), storage)
  const engines = readEngines(read)
  return {
    fonte,
    /** GASOLINA_FONTE or a token chose the source; else the store's content may, see `withSource`. */
    fonteEscolhida: named !== undefined,
    /** The authority's AppToken. It is sent to `sefaz.url` only and written nowhere. */
    sefaz: {
      token,
      url: withoutFinalSlashes(read('SEFAZ_URL', webUrl, SEFAZ_URL)),
      userAgent: read('SEFAZ_USER_AGENT', text('um texto ASCII', /^[\x20-\x7e]{1,500}$/), USER_AGENT),
    },
    /** The registry of stations: its address where the operator set one, and where it is by default. */
    cadastro: {
      escolhido: read('GASOLINA_CADASTRO_URL', askedUrl),
      padrao: CADASTRO_URL,
      userAgent: USER_AGENT,
    },
    storage: parseStorage('GASOLINA_STORAGE', place, engines),
    /** Variables of the store's engines; some are secrets. */
    engines,
    intervaloMinutos: read('GASOLINA_INTERVALO', positiveInteger(1440, ' (minutos)'), 60),
    host,
    porta,
    /** Base of every link, without a final slash. */
    urlBase: base,
    /** The public site named in attribution. */
    site: site ?? `${base}/gasolina/`,
    /** The two as the operator set them: without one there is no server that is known to answer. */
    ditos: { urlBase: urlBase && base, site: site ?? (urlBase && `${base}/gasolina/`) },
    contato: read('GASOLINA_CONTATO', contact),
    mapa: readMap(read),
    coleta: read('GASOLINA_COLETA', oneOf('sim', 'nao'), 'sim') === 'sim',
    /** Addresses and networks of proxies trusted to tell their clients' addresses. */
    proxies: read('GASOLINA_PROXIES', addresses, []),
    metricas,
    log: read('GASOLINA_LOG', logged, 'coletas' as const),
    avisosAoServir,
  }
}

/** Tiles without an attribution are a mistake: map servers require one. */
function readMap(read: Read) {
  const endereco = read('GASOLINA_MAPA', tileUrl)
  const credito = read('GASOLINA_MAPA_CREDITO', text('um texto de até 200 caracteres', /^.{0,200}$/s))
  if (endereco === undefined) return undefined
  if (credito === undefined)
    throw misconfigured(
      'GASOLINA_MAPA pede GASOLINA_MAPA_CREDITO: diga quem fez o mapa, como quem o serve manda citar.',
    )
  return { endereco, credito }
}

const tileUrl: Kind<string> = {
  aceita:
    'um endereço http:// ou https:// com {z}, {x} e {y}, sem usuário nem senha, como https://mapas.example/{z}/{x}/{y}.png',
  parse(text) {
    const example = text.replaceAll(/\{[zxy]\}/g, '0')
    if (text.length > 500 || !URL.canParse(text) || /[{}\s;,]/.test(example)) return undefined
    const url = new URL(text)
    const hasParts = ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
    return isOfWeb(url) && !url.username && !url.password && hasParts ? text : undefined
  },
}

const EMAIL = /^(?:mailto:)?([\w.+-]{1,64}@(?:[a-z\d-]+\.)+[a-z\d-]{1,63})$/i

const contact: Kind<string> = {
  aceita: 'um e-mail, mailto:e-mail ou um endereço https://',
  parse(text) {
    const email = text.length > 254 ? undefined : EMAIL.exec(text)?.[1]
    if (email !== undefined) return `mailto:${email}`
    const url = readWebUrl(text)
    return url?.protocol === 'https:' ? url.href : undefined
  },
}

function readEngines(read: Read): EngineVariables {
  const secret = { ...text('um texto'), isSecret: true }
  const region = text('o nome de uma região', /^[\w-]{1,64}$/)
  const [anyRegion, anyEndpoint] = [read('AWS_DEFAULT_REGION', region), read('AWS_ENDPOINT_URL', webUrl)]
  return {
    pgPassword: read('PGPASSWORD', secret),
    accessKeyId: read('AWS_ACCESS_KEY_ID', secretOfHeader),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY', secret),
    sessionToken: read('AWS_SESSION_TOKEN', secretOfHeader),
    region: read('AWS_REGION', region) ?? anyRegion,
    endpoint: read('AWS_ENDPOINT_URL_S3', webUrl) ?? anyEndpoint,
  }
}
