import { setTimeout } from 'node:timers/promises'
import { type Running, ask, inside, reset } from './processes.ts'
import { type Line, limitLine } from './rows.ts'

/** Milliseconds of its own processor time for which one question may hold the event loop. */
const HELD = 50

/** The dearest question of each kind, in the order of the table. */
const questions: Readonly<Record<string, string>> = {
  'mudancas, desde=inicio': '/gasolina/api/mudancas?desde=inicio',
  'mudancas de um dia': '/gasolina/api/mudancas',
  'postos, nome que não há': '/gasolina/api/postos?nome=zzyzxwv%20qwrtp',
  'postos, dez': '/gasolina/api/postos?limite=10',
  'postos, todos': '/gasolina/api/postos',
  'precos, lugar que não há': '/gasolina/api/precos?municipio=zzyzxwv%20qwrtp',
  'precos de um município': '/gasolina/api/precos?municipio=maceio',
  'precos, as 200 primeiras': '/gasolina/api/precos?limite=200',
  estatisticas: '/gasolina/api/estatisticas',
  'estatisticas por município': '/gasolina/api/estatisticas?por=municipio',
  'estatisticas por bairro': '/gasolina/api/estatisticas?por=bairro&municipio=maceio',
  'historico do estado': '/gasolina/api/historico',
  'historico de um município': '/gasolina/api/historico?municipio=arapiraca',
  municipios: '/gasolina/api/municipios',
  bairros: '/gasolina/api/bairros?municipio=maceio',
  'todos.csv': '/gasolina/dados/todos.csv',
  'gasolina-comum.csv': '/gasolina/dados/gasolina-comum.csv',
  'gasolina-comum.geojson': '/gasolina/dados/gasolina-comum.geojson',
  'csv por raio': '/gasolina/api/precos?formato=csv&lat=-9.6498&lon=-35.7089&raio=50',
  'csv da lista': '/gasolina/api/precos?formato=csv',
  'raio de 50 km, todos': '/gasolina/api/precos?lat=-9.6498&lon=-35.7089&raio=50',
  'raio de 20 km, por custo': '/gasolina/api/precos?lat=-9.6498&lon=-35.7089&raio=20&ordenar=custo&litros=40',
  'raio vazio': '/gasolina/api/precos?lat=-9.9&lon=-35.2&raio=1',
  'ao longo de um caminho': '/gasolina/api/precos?rota=-9.66,-35.73;-9.62,-36;-9.75,-36.66&desvio=3',
  'feed de mudanças': '/gasolina/mudancas.atom',
  situacao: '/gasolina/api/situacao',
  'página inicial': '/gasolina/',
  'página de paridade': '/gasolina/alcool-ou-gasolina/',
  'página de um município': '/gasolina/gasolina-comum/maceio/?ordenar=recente',
  'página de um caminho': '/gasolina/caminho/?de=maceio&para=penedo',
  'página perto de um lugar': '/gasolina/perto/?perto=aeroporto',
  'página do mapa': '/gasolina/mapa/',
  'página de comparação': '/gasolina/comparar/?municipios=maceio,arapiraca',
  'página de busca': '/gasolina/busca/?q=centro',
  'página de busca, nada': '/gasolina/busca/?q=zzyzxwv%20qwrtp',
  'página do estado': '/gasolina/diesel-comum/',
  'página de todos os combustíveis de um município': '/gasolina/municipio/maceio/',
  'mapa do site': '/sitemap.xml',
  'postos, nome de muitos': '/gasolina/api/postos?nome=posto',
  'perto de um lugar': '/gasolina/api/precos?perto=aeroporto&raio=20',
  'de cidade em cidade': '/gasolina/api/precos?rota=maceio;arapiraca;delmiro%20gouveia&desvio=5',
  suspeitos: '/gasolina/api/precos?suspeitos=so',
  'lista em páginas': '/gasolina/api/precos?pagina=100&registrosPorPagina=100',
  'ordem por recente': '/gasolina/api/precos?ordenar=recente&ordem=desc',
  'feed de um município': '/gasolina/mudancas.atom?municipio=maceio',
  'mudancas, arquivos': '/gasolina/dados/mudancas/index.json',
  'gasolina-comum.json': '/gasolina/dados/gasolina-comum.json',
  'postos.csv': '/gasolina/dados/historico/postos.csv',
  'lista compacta': '/gasolina/dados/gasolina-comum.min.json',
  'index dos arquivos': '/gasolina/dados/index.json',
}

/** For how long each question holds the loop, asked for the first time of this commit; `/saude` is asked beside. */
export async function holds(server: Running): Promise<Line[]> {
  const lines: Line[] = []
  for (const [what, path] of Object.entries(questions)) {
    const { status, held, beside } = await asked(server, path)
    if (status >= 400) throw new Error(`${path}: ${status}`)
    lines.push(
      limitLine(
        'brasil',
        `${what}: laço preso (processador); /saude ao lado ${beside.toFixed(0)} ms`,
        held,
        HELD,
        'ms',
      ),
    )
  }
  return lines
}

async function asked(server: Running, path: string) {
  // What the question before left to do is not counted here.
  await setTimeout(REST)
  reset(server)
  let beside = 0
  const looking = new AbortController()
  const question = ask(server, path, { 'accept-encoding': 'gzip' }).finally(() => looking.abort())
  while (!looking.signal.aborted) {
    const begun = performance.now()
    await ask(server, '/saude')
    beside = Math.max(beside, performance.now() - begun)
    await setTimeout(2)
  }
  const { status } = await question
  await setTimeout(REST)
  const { held, delay } = await inside(server)
  return { status, beside, held: (held ?? delay).max }
}

const REST = 150
