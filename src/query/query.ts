import type { Entrada } from '../domain/answers/precos.ts'
import type { Atribuicao } from '../domain/answers/shared-schemas.ts'
import type { Cursor } from '../domain/facts/published-changes.ts'
import { type Slug, TODOS } from '../domain/facts/fuels.ts'
import type { Pedido } from '../domain/questions/parameters.ts'
import type { RespostaDe } from '../domain/questions/schemas-of-routes.ts'
import type { Dialeto } from '../format/files/csv.ts'
import { pause } from '../domain/basics/event-loop.ts'
import { oncePer } from '../domain/basics/memoize.ts'
import type { Commit } from '../domain/state/commit-state.ts'
import { attributionOf, describeSource, withRegistry } from '../format/words/source-words.ts'
import type { Dataset } from './current/dataset.ts'
import { type Arquivo, type FormatoDeArquivo, fileName } from '../format/files/sheet.ts'
import { answerEstatisticas } from './answers/estatisticas.ts'
import { answerHistorico } from './answers/historico.ts'
import { answerBairros, answerCombustiveis, answerMunicipios } from './answers/menus.ts'
import { createMudancas } from './answers/mudancas.ts'
import { answerHistoricoDoLugar, followedSince } from './answers/place-history.ts'
import type { Dia } from '../domain/basics/time.ts'
import { answerPosto } from './answers/posto.ts'
import { rankOf } from './lists/ranking.ts'
import { answerPostos } from './answers/postos.ts'
import { answerPrecos, precosText } from './answers/precos.ts'
import { search } from './search/search.ts'
import { answerSituacao } from './answers/situacao.ts'
import { type Snapshot, stoppedSince } from './lists/snapshot.ts'
import { brandWords, brandsOf } from './places/brands.ts'
import { findPlace } from './places/find-place.ts'
import { createHistoricoFiles } from './files/historico-files.ts'

/** Questions answered with the JSON of the route of the same name. `situacao` always answers, also before the first commit. */
export type QuestionName = 'precos' | 'postos' | 'historicoDoLugar' | 'estatisticas' | 'bairros' | 'mudancas'
export type StationQuestionName = 'posto' | 'historico'
type Menu = 'municipios' | 'combustiveis' | 'situacao' | 'catalogo' | 'documentacao'

type Answers = {
  [N in QuestionName]: (pedido: Pedido<N>) => Promise<RespostaDe<N>>
} & {
  [N in StationQuestionName]: (pedido: Pedido<N> & { cnpj: string }) => Promise<RespostaDe<N>>
} & {
  [N in Menu]: () => Promise<RespostaDe<N>>
}

/**
 * The one interface the faces see: checked parameters in, whole answers out. `createQuery` answers from the store,
 * `createRemoteQuery` asks another server. Lists are shared and frozen: nobody changes an answer.
 *
 * All reject with GasolinaError: `dados_indisponiveis` before the first commit, `posto_nao_encontrado` for an unknown
 * CNPJ, `parametro_invalido` for what only the data can judge (a period that begins after the data's last day), `cursor_vencido`,
 * whose `recomecar` says where to begin again.
 */
export interface Query extends Answers {
  arquivo(slug: Slug, formato: FormatoDeArquivo, dialeto: Dialeto): Promise<Arquivo>
  /** The six fuels in one CSV, suspects last. */
  todos(dialeto: Dialeto): Promise<Arquivo>
  /** A file of `/gasolina/dados/historico/`, whole. @throws {GasolinaError} `rota_nao_encontrada`. */
  arquivoDoHistorico(nome: string): Promise<Arquivo>
}

interface QueryDeps {
  dataset: Dataset
  /** Base of every link, without a final slash, and the public site named in attribution, where there is one. */
  urlBase: string
  site: string | undefined
}

/** The questions, and operations that need the store in the same process. */
export type LocalQuery = ReturnType<typeof createQuery>

/** Answers from the store. Each question sees one commit, whatever is published meanwhile. */
export function createQuery({ dataset, urlBase, site }: QueryDeps) {
  const atribuicao = attributionOf({ fonte: dataset.fonte, site })
  const home = site ?? `${urlBase}/gasolina/`
  const creditOf = oncePer((commit: Commit) => withRegistry(atribuicao, commit.cadastro))
  async function on<T>(answer: (snapshot: Snapshot) => T | Promise<T>): Promise<T & Atribuicao> {
    const snapshot = dataset.snapshot()
    // A page asks several questions at once: each looks at the clock when the ones before it have worked.
    await undefined
    const yielding = pause()
    if (yielding) await yielding
    return { ...(await answer(snapshot)), ...creditOf(snapshot.commit) }
  }
  const mudancas = createMudancas({ changes: dataset.changes, urlBase })
  const historicoFiles = createHistoricoFiles(dataset.monthlyFiles, urlBase)
  /** Files of the present commit. Loading what writes CSV would cost a command line a third of its start. */
  const filesOf = oncePer(async (snapshot: Snapshot) => {
    const { createFiles } = await import('./files/current-files.ts')
    return createFiles(snapshot, creditOf(snapshot.commit), urlBase)
  })
  const files = async () => filesOf(dataset.snapshot())
  /** Name of the source, times of its collections, and the age in milliseconds from which data counts as old. */
  const source = () => {
    const { interval, oldAfter } = dataset.collections()
    return { ...describeSource(dataset.fonte, interval), oldAfter }
  }
  const questions: Query = {
    precos: (pedido) => on((snapshot) => answerPrecos(snapshot, pedido)),
    posto: (pedido) => on((snapshot) => answerPosto(snapshot, pedido)),
    postos: (pedido) => on((snapshot) => answerPostos(snapshot, pedido)),
    historico: (pedido) => on((snapshot) => answerHistorico(snapshot, pedido)),
    historicoDoLugar: (pedido) => on((snapshot) => answerHistoricoDoLugar(snapshot, pedido)),
    estatisticas: (pedido) => on((snapshot) => answerEstatisticas(snapshot, pedido)),
    municipios: () => on((snapshot) => answerMunicipios(snapshot)),
    bairros: (pedido) => on((snapshot) => answerBairros(snapshot, pedido)),
    combustiveis: () => on((snapshot) => answerCombustiveis(snapshot)),
    mudancas: (pedido) => on((snapshot) => mudancas.answer(snapshot, pedido)),
    situacao: async () => {
      const status = await dataset.status()
      const credit = status.snapshot ? creditOf(status.snapshot.commit) : atribuicao
      return { ...answerSituacao(status), ...credit }
    },
    async catalogo() {
      const { catalogo } = await files()
      return { ...(await catalogo()), historico: await historicoFiles.catalogue() }
    },
    documentacao: () =>
      on(async (snapshot) => {
        const { answerDocumentacao } = await import('./answers/documentacao.ts')
        return answerDocumentacao(snapshot, { urlBase, site: home }, source())
      }),
    arquivo: async (slug, formato, dialeto) => (await files()).arquivo(slug, formato, dialeto),
    todos: async (dialeto) => (await files()).arquivo(TODOS, 'csv', dialeto),
    async arquivoDoHistorico(nome) {
      const { tipo, bytes, read } = await historicoFiles.find(nome)
      const pieces: Uint8Array[] = []
      for await (const piece of read(0, bytes)) pieces.push(piece)
      return { nome: fileName(nome, atribuicao), tipo, pieces }
    },
  }
  return {
    source,
    ...questions,
    /** Answer of `precos` as JSON text, from entries serialized once per commit; of a long list, its writing. @throws {GasolinaError} `dados_indisponiveis`. */
    precosText(pedido: Pedido<'precos'>) {
      const snapshot = dataset.snapshot()
      return precosText(snapshot, pedido, creditOf(snapshot.commit))
    },
    /** Where an entry of that fuel's lists stands among its town's, as `posto` tells of one. */
    posicao: (slug: Slug, entrada: Entrada) => rankOf(dataset.snapshot().list(slug), entrada),
    /** The middle of a place, from which stations near it are measured; undefined where none is known, or several are. */
    meio(lugar: { municipio: string; bairro?: string | undefined }) {
      const middles = findPlace(dataset.snapshot(), lugar).middles()
      return middles.length === 1 ? middles[0] : undefined
    },
    /** A sentence on the days of a period before the first collection. */
    diasDeAntes: (desde: Dia) => followedSince(dataset.snapshot(), desde),
    /** The newest sale of a source that looks stopped; undefined of one that shows new sales. */
    paradaDesde: () => stoppedSince(dataset.snapshot()),
    /** A filter of brands in the words of a title. @throws {GasolinaError} `parametro_invalido` also without a registry. */
    bandeira: (filtro: string) => brandWords(dataset.snapshot(), filtro),
    /** Names of the stations' brands by slug; none without a registry. */
    bandeiras: () => new Map(brandsOf(dataset.snapshot())?.map(({ slug, nome }) => [slug, nome])),
    /** Places, stations and fuels a search text may mean. @throws {GasolinaError} `dados_indisponiveis`. */
    busca: (palavras: string) => search(dataset.snapshot(), palavras),
    /** Time of the data served, for health checks. @throws {GasolinaError} `dados_indisponiveis`. */
    saude: (): RespostaDe<'saude'> => ({ atualizadoEm: dataset.snapshot().atualizadoEm, ...atribuicao }),
    geojson: async (slug: Slug) => (await files()).geojson(slug),
    /** A file of all sales of a month, or of the stations. @throws {GasolinaError} `rota_nao_encontrada`. */
    historicoFile: (nome: string) => historicoFiles.find(nome),
    async pacote() {
      const { dataPackage } = await import('./files/data-package.ts')
      return dataPackage(await historicoFiles.all(), home, atribuicao)
    },
    async somas() {
      const { checksums } = await import('./files/data-package.ts')
      return checksums(await historicoFiles.all())
    },
    async atom(pedido: Pedido<'mudancasAtom'>) {
      const snapshot = dataset.snapshot()
      const { writeFeed } = await import('./files/atom-feed.ts')
      return writeFeed(mudancas, { urlBase, site: home }, snapshot, pedido, creditOf(snapshot.commit))
    },
    indiceDeMudancas: () => on((snapshot) => mudancas.index(snapshot)),
    /** Changes that led to one state. @throws {GasolinaError} `cursor_vencido`. */
    arquivoDeMudancas: async (cursor: Cursor) => mudancas.file(dataset.snapshot(), cursor, atribuicao),
  }
}
