import type { Atribuicao } from '../../domain/answers/shared-schemas.ts'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import type { NomeDaFonte } from '../../domain/state/commit-state.ts'
import { MINUTE_OF_HOUR } from '../../domain/facts/rules.ts'
import { DAY, HOUR, MINUTE, dayOf } from '../../domain/basics/time.ts'
import { count, day, dayAndTime, decimal } from './formatting.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import { municipios } from '../../domain/alagoas/municipalities.ts'
import type { Cadastro } from '../../domain/registry/registry.ts'
import sources from './source-words.json' with { type: 'json' }

export const FONTE_URL = 'https://economizaalagoas.sefaz.al.gov.br/'

export function attributionOf({ fonte, site }: { fonte: NomeDaFonte; site: string | undefined }): Atribuicao {
  const { attribution } = sources[fonte]
  const demonstracao = fonte === 'demonstracao'
  return Object.freeze({
    ...attribution,
    atribuicao: [attribution.atribuicao, site].filter(Boolean).join(', '),
    demonstracao,
    ...(demonstracao && { aviso: sources.demonstracao.aviso }),
  })
}

/** The same, naming the registry whose brands and points answers carry. A secret may follow the `?` of an address. */
export function withRegistry(atribuicao: Atribuicao, cadastro: Cadastro | undefined): Atribuicao {
  if (!cadastro) return atribuicao
  const { registry: fonte } = sources[atribuicao.demonstracao ? 'demonstracao' : 'sefaz']
  const { origem, em } = cadastro
  return Object.freeze({
    ...atribuicao,
    cadastro: { fonte, origem: origem.replace(/\?.*/s, ''), dia: dayOf(em) },
  })
}

/** `527 postos em 98 municípios de 102, 525 deles com preço nas listas`. */
export function reachOf({ cobertura }: Pick<RespostaSituacao, 'cobertura'>): string {
  const { postos, postosNasListas: listed, municipios: towns } = cobertura
  const reach = `${count(postos, 'posto', 'postos')} em ${count(towns, 'município', 'municípios')} de ${municipios.length}`
  return listed === postos ? reach : `${reach}, ${decimal(listed)} deles com preço nas listas`
}

/** `Última coleta: 16/04/2026 12:50, completa, 612 pedidos, 0 falhas.`, and the reason of one that was not whole. */
export function collectionTold(ultima: NonNullable<RespostaSituacao['ultimaColeta']>): string {
  const { fim, resultado, motivo, pedidos, falhas } = ultima
  const why = motivo ? ` ${motivo}` : ''
  return `Última coleta: ${dayAndTime(fim)}, ${resultado}, ${count(pedidos, 'pedido', 'pedidos')}, ${count(falhas, 'falha', 'falhas')}.${why}`
}

/** Phrase with the day of the registry and how many of the known stations it has. */
export function registryReach({ cadastroDePostos, cobertura }: RespostaSituacao): string | undefined {
  if (!cadastroDePostos) return undefined
  const { em, foraDoCadastro, semBandeira, pontos } = cadastroDePostos
  return `de ${day(em)}, com ${cobertura.postos - foraDoCadastro} dos ${cobertura.postos} postos (${semBandeira} sem bandeira informada) e o ponto de ${pontos}`
}

/** A title that says itself that the data is fictional, for places without the notice. */
export function markedAsDemonstration(title: string, { demonstracao }: Pick<Atribuicao, 'demonstracao'>) {
  return demonstracao ? `Demonstração: ${title}` : title
}

export type SourceWords = ReturnType<typeof describeSource>

/**
 * Kind, source and schedule of data of `fonte`, collected every `interval` milliseconds; null: not known, and `often` and `times`
 * are empty. `short` is for pages, `description` for programs and models; `ofStations` follows a count of stations.
 */
export function describeSource(fonte: NomeDaFonte, interval: number | null) {
  const often = interval === null ? '' : howOften(interval)
  const minute = interval === HOUR ? `, depois do minuto ${MINUTE_OF_HOUR}` : ''
  const times = often && `Os preços são coletados ${often}${minute}.`
  const { words } = sources[fonte]
  const { short, description, origin } = words
  // The part in brackets is left out where it is not known how often.
  const filled = (text: string) => text.replace(/\[(.*)\{often\}\]/, often && `$1${often}`)
  const told = { short: filled(short), description: filled(description), origin: filled(origin) }
  return { ...words, ...told, often, times }
}

/** Words for a remote server, whose source is unknown before its first answer. */
export const UNKNOWN_SOURCE = `Preços de combustíveis em ${ESTADO.nome}, Brasil, por posto; fonte, em cada resposta, diz de onde vêm.`

/** Milliseconds between collections in words: `de hora em hora`, `a cada 5 minutos`. */
export function howOften(interval: number): string {
  if (interval === HOUR) return 'de hora em hora'
  if (interval === DAY) return 'uma vez por dia'
  if (interval === MINUTE) return 'de minuto em minuto'
  return interval % HOUR === 0 ? `a cada ${interval / HOUR} horas` : `a cada ${interval / MINUTE} minutos`
}
