import type { CollectionOutcome, Feedback, ProcessContext, WantedRegistry } from '../cli/program.ts'
import { makeMonthlyFiles } from '../collect/months/make-monthly-files.ts'
import { attemptAll, collect, deadlineFor } from '../collect/collect.ts'
import type { Config } from '../config.ts'
import type { Commit } from '../domain/state/commit-state.ts'
import { type Clock, instante } from '../domain/basics/time.ts'
import { GasolinaError, misconfigured } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { type Opened, openConfigured, refuseBesideReal } from './configured-store.ts'
import { takeInterruption } from './interruption.ts'
import { publishRegistry } from '../collect/registry/publish-registry.ts'
import { countBrands } from '../domain/registry/registry.ts'
import { isAddress, takeRegistry } from '../sources/registry/registry-source.ts'
import { URL_COM_PERGUNTA_ACEITA, readWebUrl } from '../web-url.ts'
import { createDemonstration } from '../sources/demonstration/demonstration-source.ts'
import { createSefaz } from '../sources/sefaz/sefaz-source.ts'
import type { Source } from '../sources/source.ts'

export async function collectOnce(context: ProcessContext, feedback: Feedback): Promise<CollectionOutcome> {
  const opened = await openConfigured(context, feedback)
  const { config, store } = opened
  const outcome = await collectUntilInterrupted(opened, context, feedback)
  const { commit, coleta, avisos, emAndamento, interrupted } = outcome
  const collected = { commit: commit?.cabecalho.seq ?? null, coleta, fonte: config.fonte, interrupted }
  if (emAndamento) throw new GasolinaError('coleta_em_andamento', coleta.motivo ?? '')
  if (!commit && !interrupted)
    throw new GasolinaError('fonte_falhou', `Nada foi publicado: ${coleta.motivo ?? 'nada veio da fonte.'}`)
  if (!commit || interrupted) return { ...collected, avisos }
  return { ...collected, avisos: [...avisos, ...(await monthlyFilesAfter(store, commit, context))] }
}

/** Fills an empty demonstration, its files of months too. */
export async function fillDemonstration(opened: Opened, context: ProcessContext, feedback: Feedback) {
  const { commit } = await collectUntilInterrupted(opened, context, feedback)
  const avisos = commit ? await monthlyFilesAfter(opened.store, commit, context) : []
  for (const aviso of avisos) feedback.tell(aviso)
}

/** Files of months, after the commit is published: a failure of the store here is only a warning. */
function monthlyFilesAfter(store: Store, commit: Commit, { clock }: ProcessContext): Promise<string[]> {
  return attemptAll([() => makeMonthlyFiles({ store, commit, agora: instante(clock()) })])
}

/** Ctrl-C ends the collection and publishes its records; a second one ends the program as usual. */
async function collectUntilInterrupted(
  { config, store }: Opened,
  { clock }: ProcessContext,
  { onProgress }: Feedback,
) {
  // Before the probe, which writes.
  await refuseBesideReal(config)
  const source = createSource(config, clock)
  await store.probe()
  const { signal, by, release } = takeInterruption()
  const deadlineMs = deadlineFor(config.intervaloMinutos)
  try {
    return { ...(await collect({ source, store, clock, deadlineMs, signal, onProgress })), interrupted: by() }
  } finally {
    onProgress?.({ phase: 'pronto', done: 0, total: 0 })
    release()
  }
}

/** Takes the registry once, and notes a failure for `situacao`. */
export async function takeRegistryOnce(
  context: ProcessContext,
  { origem, forcar }: WantedRegistry,
  feedback: Feedback,
) {
  const { config, store } = await openConfigured(context, feedback)
  const from = origem ?? defaultAddress(config)
  if (isAddress(from) && !readWebUrl(from, { query: true }))
    throw new GasolinaError(
      'parametro_invalido',
      `O endereço do cadastro não vale: use ${URL_COM_PERGUNTA_ACEITA}.`,
    )
  await store.probe()
  const { signal, release } = takeInterruption()
  const em = instante(context.clock())
  try {
    const { userAgent } = config.cadastro
    const cadastro = { ...(await takeRegistry(from, { userAgent, signal })), em }
    const commit = await publishRegistry(store, cadastro, { forcar, agora: em })
    const { cabecalho, estado } = commit
    await store.notes.writeRegistryAttempt({ em })
    for (const aviso of await monthlyFilesAfter(store, commit, context)) feedback.tell(aviso)
    const cnpjs = estado.postos.map(({ estabelecimento }) => estabelecimento.cnpj)
    return {
      commit: cabecalho.seq,
      origem: cadastro.origem,
      postos: cadastro.postos.length,
      conhecidos: cnpjs.length,
      recusadas: cadastro.recusadas,
      ...countBrands(cadastro, cnpjs),
    }
  } catch (error) {
    if (error instanceof GasolinaError && error.codigo === 'fonte_falhou')
      await store.notes.writeRegistryAttempt({ em, motivo: error.message })
    throw error
  } finally {
    release()
  }
}

/** The regulator knows none of the demonstration's stations. */
function defaultAddress({ fonte, cadastro: { escolhido, padrao } }: Config): string {
  if (escolhido !== undefined) return escolhido
  if (fonte !== 'demonstracao') return padrao
  throw new GasolinaError(
    'parametro_invalido',
    'Os postos da demonstração são fictícios, e o cadastro da ANP não traz nenhum deles: diga um ARQUIVO.',
  )
}

export function createSource({ fonte, sefaz }: Config, clock: Clock): Source {
  if (fonte === 'demonstracao') return createDemonstration({ clock })
  if (!sefaz.token)
    throw misconfigured(
      'Falta SEFAZ_APP_TOKEN para coletar da SEFAZ/AL: sem ele só se lê o que já foi coletado.',
    )
  return createSefaz({ url: sefaz.url, token: sefaz.token, userAgent: sefaz.userAgent })
}
