import { type Ask, type Data, download } from './downloads.ts'
import { checkFeed } from './feed.ts'
import { checkFiles } from './files.ts'
import { type Ledger, type Totals, createLedger } from './ledger.ts'
import { checkDays, checkLists } from './lists.ts'
import { type Place, townsOf } from './pages.ts'
import { checkSite } from './site.ts'
import { checkStation } from './stations.ts'
import { checkStatistics } from './statistics.ts'
import { checkStatus } from './status.ts'
import { checkTools } from './tools.ts'

/** How much is looked at: one station in so many, and these towns by slug. */
export interface Sample {
  stations: number
  towns: readonly string[]
}

/**
 * Asks a running program for its downloads, computes from them every figure that its pages, tools, feed and answers show of a
 * sample, and compares. Nothing here knows how the program computes.
 */
export async function checkClaims(ask: Ask, sample: Sample): Promise<Totals> {
  const ledger = createLedger()
  const data = await download(ask)
  const towns = townsOf(data).filter((_, i) => sample.towns.includes(data.towns[i]?.slug ?? ''))
  const stations = [...data.stations.keys()].filter((_, i) => i % sample.stations === 0)
  await checkFiles(ask, data, ledger)
  await checkStatus(ask, data, ledger)
  await checkStatistics(ask, data, ledger, towns)
  await checkLists(ask, data, ledger, towns)
  await checkDays(ask, data, ledger, towns)
  for (const cnpj of stations) await checkStation(ask, data, ledger, cnpj)
  const paths = pathsOf(data, towns, stations)
  await checkSite(ask, data, ledger, paths)
  await checkThatAllPagesAreLookedAt(ask, ledger, paths)
  await checkTools(ask, data, ledger, towns, stations)
  await checkFeed(ask, data, ledger, sample.towns[0] ?? '')
  return ledger.totals()
}

/** First words of addresses of pages that show no figure of the data. */
const TEXTS = new Set(['sobre', 'privacidade', 'acessibilidade', 'desenvolvedores'])

/** A new page stands in `pathsOf`, or in `TEXTS` if it shows no data. */
async function checkThatAllPagesAreLookedAt(
  ask: Ask,
  ledger: Ledger,
  paths: readonly string[],
): Promise<void> {
  ledger.at('/sitemap.xml')
  const listed = [...(await (await ask('/sitemap.xml')).text()).matchAll(/<loc>[^<]*?\/gasolina\/([^/<]*)/g)]
  const looked = new Set(paths.map((path) => path.split(/[/?]/)[2]))
  const missing = new Set(listed.map(([, first = '']) => first))
  for (const first of missing) if (looked.has(first) || TEXTS.has(first)) missing.delete(first)
  ledger.same('pages that pathsOf and TEXTS of test/claims/check.ts lack', [...missing].join(', '), '')
}

/** Every kind of page; the texts that show no data are left out. */
function pathsOf(data: Data, towns: readonly Place[], stations: readonly string[]): string[] {
  const slugs = data.towns
    .filter(({ codigoIBGE }) => towns.some(({ town }) => town === codigoIBGE))
    .map(({ slug }) => slug)
  return [
    '',
    'situacao/',
    'metodo/',
    'alcool-ou-gasolina/',
    '?razao=0.75',
    'alcool/maceio/?razao=0.73',
    'alcool-ou-gasolina/?razao=0.73',
    'alcool-ou-gasolina/?razao=0.9&pagina=2',
    'alcool-ou-gasolina/?bombaAlcool=4,99&bombaGasolina=6,49',
    'perto/',
    'perto/?perto=aeroporto&combustivel=alcool',
    'perto/?perto=ponta+verde&combustivel=gasolina-comum&raio=3&ordenar=distancia',
    'perto/?perto=ufal+maceio&combustivel=gasolina-comum&raio=5',
    'busca/?q=centro',
    'caminho/?de=maceio&para=delmiro+gouveia&combustivel=gnv',
    'caminho/?de=maceio&para=penedo&combustivel=diesel-aditivado&consumo=3,5&litros=200',
    'caminho/?de=maceio&para=penedo&por=coruripe&combustivel=alcool&desvio=5',
    'caminho/?de=ponta+verde&para=aeroporto&combustivel=gasolina-comum',
    `favoritos/?postos=${stations.slice(0, 12).join(',')}`,
    ...stations.flatMap((cnpj, i) =>
      i % 4 === 0 ? [`posto/${cnpj}/`, `posto/${cnpj}/?dias=90&razao=0.73`] : [`posto/${cnpj}/`],
    ),
    ...slugs.map((slug) => `municipio/${slug}/`),
    ...data.fuels.flatMap(({ slug }) => [
      `${slug}/`,
      `mapa/?combustivel=${slug}`,
      `comparar/?combustivel=${slug}`,
      ...slugs.map((town) => `${slug}/${town}/`),
      `${slug}/maceio/?ordenar=recente`,
      `${slug}/maceio/?bairro=ponta+verde`,
    ]),
  ].map((path) => `/gasolina/${path}`)
}
