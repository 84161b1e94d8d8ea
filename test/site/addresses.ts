import { municipios } from '../../src/domain/alagoas/municipalities.ts'
import { slugOf } from '../../src/site/request/addresses.ts'
import type { World } from '../http/fixture.ts'

/** As many towns as are compared, in one page. */
const SIXTEEN = municipios.slice(0, 16).map(slugOf).join('%2C')

/** One address of each kind of page; `{cnpj}` is a station of Maceió. */
export const PAGES = [
  '/gasolina/',
  '/gasolina/gasolina-comum/',
  '/gasolina/gasolina-comum/2/',
  '/gasolina/gasolina-comum/maceio/',
  '/gasolina/gasolina-comum/maceio/2/?ordenar=recente',
  '/gasolina/alcool/olho-d-agua-das-flores/',
  '/gasolina/gnv/agua-branca/',
  '/gasolina/posto/{cnpj}/',
  '/gasolina/posto/{cnpj}/?dias=90',
  '/gasolina/municipio/maceio/',
  '/gasolina/municipio/olho-d-agua-grande/',
  '/gasolina/mapa/',
  '/gasolina/mapa/?combustivel=gnv',
  '/gasolina/comparar/',
  '/gasolina/comparar/?combustivel=alcool&municipios=maceio%2Carapiraca&ordenar=nome',
  `/gasolina/comparar/?municipios=${SIXTEEN}`,
  '/gasolina/alcool-ou-gasolina/',
  '/gasolina/alcool-ou-gasolina/?razao=0.75',
  '/gasolina/perto/',
  '/gasolina/perto/?perto=aeroporto&combustivel=alcool',
  '/gasolina/perto/?perto=ifal',
  '/gasolina/favoritos/',
  '/gasolina/caminho/',
  '/gasolina/caminho/?de=maceio&para=arapiraca&combustivel=diesel-aditivado&consumo=3&litros=200&desvio=2',
  '/gasolina/favoritos/?postos={cnpj}',
  '/gasolina/busca/',
  '/gasolina/busca/?q=centro',
  '/gasolina/situacao/',
  '/gasolina/metodo/',
  '/gasolina/sobre/',
  '/gasolina/privacidade/',
  '/gasolina/acessibilidade/',
  '/gasolina/desenvolvedores/',
  '/gasolina/desenvolvedores/precos/',
  '/gasolina/desenvolvedores/historico/',
]

/** The same with a station that is there. */
export async function addressesOf(
  { query }: Pick<World, 'query'>,
  pages: readonly string[],
): Promise<string[]> {
  const { conteudo } = await query.postos({ municipio: 'maceio', limite: 1 })
  const cnpj = conteudo[0]?.estabelecimento.cnpj ?? ''
  return pages.map((path) => path.replace('{cnpj}', cnpj))
}

/** Elements of any page, the reference of each route among them: a parameter costs it seven. */
export const MOST_ELEMENTS = 1400
