import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import { MINUTE_OF_HOUR } from '../../domain/facts/rules.ts'
import { DAY, HOUR, MINUTE, dayOf } from '../../domain/basics/time.ts'
import { count, day, dayAndTime, decimal } from './formatting.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'

export const FONTE_URL = 'https://economizaalagoas.sefaz.al.gov.br/'

const FONTE = 'SEFAZ/AL, Economiza Alagoas: preços de notas fiscais eletrônicas emitidas pelos postos'
const CADASTRO = 'ANP, cadastro dos revendedores de combustíveis'
const LICENCA =
  'Os dados publicados pela SEFAZ/AL são de livre uso, particular ou comercial, inclusive por inteligência artificial; a única condição é citar este serviço.'
const AVISO =
  'Dados de demonstração: postos, CNPJs e preços são fictícios e não valem como informação sobre posto algum.'

/** Source, licence and attribution in every JSON body. */
export function attributionOf({ fonte, site }: { fonte: NomeDaFonte; site: string | undefined }): Atribuicao {
  const where = site === undefined ? '' : `, ${site}`
  const demonstracao = fonte === 'demonstracao'
  return Object.freeze({
    fonte: demonstracao ? 'Dados de demonstração, gerados por este programa' : FONTE,
    licenca: demonstracao ? 'Dados fictícios, de uso livre.' : LICENCA,
    atribuicao: demonstracao
      ? `Dados fictícios de demonstração do gasolina${where}`
      : `Preços de combustíveis da SEFAZ/AL (Economiza Alagoas), reunidos por gasolina${where}`,
    demonstracao,
    ...(demonstracao && { aviso: AVISO }),
  })
}

/** The same, naming the registry whose brands and points answers carry. A secret may follow the `?` of an address. */
export function withRegistry(atribuicao: Atribuicao, cadastro: Cadastro | undefined): Atribuicao {
  if (!cadastro) return atribuicao
  const fonte = atribuicao.demonstracao ? 'Cadastro dado à demonstração' : CADASTRO
  const { origem, em } = cadastro
  return Object.freeze({
    ...atribuicao,
    cadastro: { fonte, origem: origem.replace(/\?.*/s, ''), dia: dayOf(em) },
  })
}

/** `527 postos em 98 municípios de 102, 525 deles com preço nas listas`; an older server does not count these. */
export function reachOf({ cobertura }: Pick<RespostaSituacao, 'cobertura'>): string {
  const { postos, municipios: towns } = cobertura
  const listed: number | undefined = cobertura.postosNasListas
  const reach = `${count(postos, 'posto', 'postos')} em ${count(towns, 'município', 'municípios')} de ${municipios.length}`
  return listed === undefined || listed === postos
    ? reach
    : `${reach}, ${decimal(listed)} deles com preço nas listas`
}

/** `Última coleta: 16/04/2026 12:50, completa, 612 pedidos, 0 falhas.`, and the reason of one that was not whole. */
export function collectionTold({
  fim,
  resultado,
  motivo,
  pedidos,
  falhas,
}: NonNullable<RespostaSituacao['ultimaColeta']>): string {
  const why = motivo ? ` ${motivo}` : ''
  return `Última coleta: ${dayAndTime(fim)}, ${resultado}, ${count(pedidos, 'pedido', 'pedidos')}, ${count(falhas, 'falha', 'falhas')}.${why}`
}

/** Phrase with the day of the registry and how many of the known stations it has. */
export function registryReach({
  cadastroDePostos: registry,
  cobertura,
}: RespostaSituacao): string | undefined {
  if (!registry) return undefined
  const { em, foraDoCadastro, semBandeira, pontos } = registry
  return `de ${day(em)}, com ${cobertura.postos - foraDoCadastro} dos ${cobertura.postos} postos (${semBandeira} sem bandeira informada) e o ponto de ${pontos}`
}

/** A title that says itself that the data is fictional, for places without the notice. */
export function markedAsDemonstration(
  title: string,
  { demonstracao }: Pick<Atribuicao, 'demonstracao'>,
): string {
  return demonstracao ? `Demonstração: ${title}` : title
}

/** Kind, source and schedule of the data, in the words of each face. */
export interface SourceWords {
  title: string
  /** For pages, where little fits. */
  short: string
  /** For programs and models. */
  description: string
  /** After a count of stations: `Preços de 525 postos em 79 cidades, …`. */
  ofStations: string
  /** Of the prices of one station. */
  ofPrices: string
  /** The way of a price from the pump to the service. */
  origin: string
  /** `de hora em hora`; empty where it is not known, as is the sentence `times`. */
  often: string
  times: string
}

/** The words for data of `fonte`, collected every `interval` milliseconds; null: not known. */
export function describeSource(fonte: NomeDaFonte, interval: number | null): SourceWords {
  const often = interval === null ? '' : howOften(interval)
  const times = interval === null ? '' : collectionTimes(interval)
  return { ...(fonte === 'demonstracao' ? FICTIONAL : declared(often)), often, times }
}

/** For a remote server, whose source is unknown before its first answer. */
export const UNKNOWN_SOURCE =
  'Preços de combustíveis em Alagoas, Brasil, por posto; fonte, em cada resposta, diz de onde vêm.'

function declared(often: string): Omit<SourceWords, 'often' | 'times'> {
  return {
    title: 'Preços de combustíveis em Alagoas, de notas fiscais reais',
    short: `Preços de notas fiscais reais${often && `, ${often}`}.`,
    description: `Preços de combustíveis em Alagoas, Brasil, tirados das vendas que os postos declaram em nota fiscal à Secretaria da Fazenda (SEFAZ/AL)${often && ` e coletados ${often}`}.`,
    ofStations: 'tirados das notas fiscais que eles mesmos emitem',
    ofPrices:
      'Cada preço é o que o próprio posto declarou numa nota fiscal eletrônica à SEFAZ/AL. Nada é digitado por nós.',
    origin: `Quando você abastece, o posto emite uma nota fiscal eletrônica. A SEFAZ/AL recebe essas notas e publica, no Economiza Alagoas, o último preço declarado de cada posto. Este serviço reúne esses preços${often && ` ${often}`} e mostra o mais novo de cada posto. Ninguém digita preço aqui, e nenhum posto paga para aparecer.`,
  }
}

const FICTIONAL: Omit<SourceWords, 'often' | 'times'> = {
  title: 'Demonstração: preços fictícios de combustíveis em Alagoas',
  short: 'Postos e preços fictícios, de demonstração.',
  description:
    'Demonstração: postos e preços fictícios de combustíveis em Alagoas, Brasil, gerados por este programa.',
  ofStations: 'todos fictícios, para demonstração',
  ofPrices: 'Este posto e os seus preços são fictícios: o programa os gera, para demonstração.',
  origin:
    'Estes postos e preços são fictícios: o programa os gera, para mostrar como funciona. Com um acesso à SEFAZ/AL ele mostra, em vez deles, o último preço que cada posto declarou em nota fiscal eletrônica, e o julga do mesmo modo.',
}

/** The interval of collections in words, from the milliseconds between collections: `de hora em hora`, `a cada 5 minutos`. */
export function howOften(interval: number): string {
  if (interval === HOUR) return 'de hora em hora'
  if (interval === DAY) return 'uma vez por dia'
  if (interval === MINUTE) return 'de minuto em minuto'
  return interval % HOUR === 0 ? `a cada ${interval / HOUR} horas` : `a cada ${interval / MINUTE} minutos`
}

/** The same as a sentence, with the minute that hourly collections keep. */
function collectionTimes(interval: number): string {
  const when = interval === HOUR ? `, depois do minuto ${MINUTE_OF_HOUR}` : ''
  return `Os preços são coletados ${howOften(interval)}${when}.`
}
