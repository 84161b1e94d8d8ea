import { parseArgs } from 'node:util'
import type { ArquivoJson } from '../src/domain/answers/downloads.ts'
import type { Entrada, RespostaPrecos } from '../src/domain/answers/precos.ts'
import type { RespostaEstatisticas } from '../src/domain/answers/estatisticas.ts'
import type { RespostaPosto } from '../src/domain/answers/posto.ts'
import { slugs } from '../src/domain/facts/fuels.ts'
import { groupBy } from '../src/domain/basics/lists.ts'

// What a server answers about places and journeys, held against sums of a stranger's own over its downloads.
//   npx tsx bench/places.ts [http://localhost:3000]
const { positionals } = parseArgs({ allowPositionals: true })
const base = positionals[0] ?? 'http://localhost:3000'

/** Maceió, the airport's road, Pilar, São Miguel dos Campos, Campo Alegre, Limoeiro de Anadia, Arapiraca. */
const WAY = [
  '-9.649,-35.735',
  '-9.572,-35.779',
  '-9.60,-35.95',
  '-9.71,-36.08',
  '-9.78,-36.30',
  '-9.75,-36.47',
  '-9.752,-36.661',
]
const alongWay = steps(WAY.map((text) => text.split(',').map(Number) as [number, number]))

const fuel: ArquivoJson = await ask('dados/gasolina-comum.json')
await bands()
await spellings()
await sweeps()
await route()
await neighbours()
await costs()

/** `faixa` of every believed price against its sentence: barato only over 1 % below the median, caro only over 1 % above. */
async function bands(): Promise<void> {
  const cnpjs = new Set<string>()
  for (const slug of slugs) {
    const { conteudo }: ArquivoJson = await ask(`dados/${slug}.json`)
    for (const { estabelecimento } of conteudo) cnpjs.add(estabelecimento.cnpj)
  }
  const counts = { barato: 0, normal: 0, caro: 0 }
  let contradictions = 0
  for (const cnpj of cnpjs) {
    const { combustiveis }: RespostaPosto = await ask(`api/posto/${cnpj}`)
    for (const { posicao, produto } of Object.values(combustiveis)) {
      if (!posicao) continue
      counts[posicao.faixa]++
      const percent =
        (posicao.diferencaDaMediana / (produto.venda.valorDeclarado - posicao.diferencaDaMediana)) * 100
      const holds = { barato: percent < -1, caro: percent > 1, normal: true }
      if (!holds[posicao.faixa]) contradictions++
    }
  }
  console.log('faixa', { prices: counts.barato + counts.normal + counts.caro, ...counts, contradictions })
}

/** As people write places, and what each was taken for. */
async function spellings(): Promise<void> {
  const written = `Ponta Verde, Maceió|Ponta Verde de Maceió|Ponta Verde - Maceió|ponta ferde|Maceió/AL|Maceio AL|Alagoas|centro
Centro, Arapiraca|Centro de Arapiraca|centro arapiraca|farol,poço|Farol e Poço|jatiuca|jatiuca,Jatiúca|UFAL|Massagueira|gruta
trapiche|tabuleiro|mangabeira|57035-000|57300000|2700300|arapirca|palmeira|Santana|stella maris|união dos palmares, al|recife`
  for (const text of written.split(/[|\n]/)) {
    const { lugar, totalEncontrados, sugestoes = [], observacoes } = await prices({ bairro: text, limite: 1 })
    const said = totalEncontrados === 0 ? [...sugestoes, ...observacoes] : [`${totalEncontrados} stations`]
    console.log(`| ${text} | ${lugar.ambito}: ${lugar.nome} | ${said.join('; ')} |`)
  }
}

/** The same stations at the same prices, in no order. */
async function sweeps(): Promise<void> {
  const places: [string, Record<string, unknown>, (entry: Entrada) => boolean][] = [
    ['Arapiraca', { municipio: 'arapiraca' }, (e) => address(e).codigoIBGE === 2700300],
    [
      'Ponta Verde, Maceió',
      { bairro: 'ponta verde', municipio: 'maceio' },
      (e) => address(e).codigoIBGE === 2704302 && address(e).bairro === 'PONTA VERDE',
    ],
    ['Centro, everywhere', { bairro: 'centro' }, (e) => address(e).bairro === 'CENTRO'],
    ['5 km around a point', { lat: -9.66, lon: -35.71, raio: 5 }, near(-9.66, -35.71, 5)],
    [
      '2 km along a route',
      { rota: WAY.join(';'), desvio: 2 },
      (e) => alongWay.some(([a, o]) => near(a, o, 2)(e)),
    ],
  ]
  for (const [name, question, matches] of places) {
    const { conteudo } = await prices({ ...question, suspeitos: 'incluir' })
    const [answered, swept] = [conteudo, fuel.conteudo.filter(matches)].map((entries) =>
      entries.map((e) => `${e.estabelecimento.cnpj} ${e.produto.venda.valorDeclarado}`).toSorted(),
    )
    const differ = [...(answered ?? []), ...(swept ?? [])].filter(
      (row) => !(answered?.includes(row) && swept?.includes(row)),
    )
    console.log(`| ${name} | ${answered?.length} | ${swept?.length} | ${differ.length} |`)
  }
}

/** Stands that near a point. */
function near(lat: number, lon: number, km: number): (entry: Entrada) => boolean {
  return (entry) => {
    const point = address(entry).localizacao
    return point !== null && kmBetween([lat, lon], [point.latitude, point.longitude]) <= km
  }
}

function address({ estabelecimento }: Entrada) {
  return estabelecimento.endereco
}

/** Stations from Maceió to Arapiraca as they come along the way. */
async function route(): Promise<void> {
  const { conteudo } = await prices({ rota: WAY.join(';'), desvio: 3, ordenar: 'distancia' })
  let last = -1
  for (const { rota } of conteudo) {
    if ((rota?.kmDaRota ?? 0) < last) console.log('out of order')
    last = rota?.kmDaRota ?? 0
  }
  const towns = groupBy(conteudo, ({ estabelecimento }) => estabelecimento.endereco.municipio)
  for (const [town, there] of towns) {
    const km = there.map(({ rota }) => Math.round(rota?.kmDaRota ?? 0))
    const off = Math.max(...there.map(({ rota }) => rota?.distanciaKm ?? 0))
    console.log(`| ${town} | ${there.length} | ${Math.min(...km)}–${Math.max(...km)} | ${off.toFixed(1)} |`)
  }
}

async function neighbours(): Promise<void> {
  const { grupos = [] }: RespostaEstatisticas = await ask(
    `api/estatisticas?${new URLSearchParams({ municipio: 'porto de pedras', raio: '40' })}`,
  )
  for (const { municipio, distanciaKm = 0, postos, colocacao } of grupos)
    console.log(`| ${municipio} | ${distanciaKm.toFixed(1)} | ${postos} | ${colocacao ?? '–'} |`)
}

/** Where the cheapest in all is not the cheapest per litre. */
async function costs(): Promise<void> {
  const here = { lat: -9.66, lon: -35.71, raio: 10, litros: 40, consumo: 11 }
  const [byPrice, byCost] = [
    await prices({ ...here, ordenar: 'provavel' }),
    await prices({ ...here, ordenar: 'custo' }),
  ]
  const rank = new Map(byCost.conteudo.map((e, i) => [e.estabelecimento.cnpj, i + 1]))
  for (const [i, { estabelecimento, precoProvavel, distanciaKm, custo }] of byPrice.conteudo
    .slice(0, 8)
    .entries())
    console.log(
      `| ${i + 1} | ${rank.get(estabelecimento.cnpj)} | ${(precoProvavel - (byPrice.conteudo[0]?.precoProvavel ?? 0)).toFixed(2)} | ${distanciaKm?.toFixed(1)} | ${custo?.deslocamento.toFixed(2)} | ${((custo?.total ?? 0) - (byCost.conteudo[0]?.custo?.total ?? 0)).toFixed(2)} |`,
    )
}

function prices(question: Record<string, unknown>): Promise<RespostaPrecos> {
  const entries = Object.entries(question).map(([name, value]) => [name, String(value)])
  return ask(`api/precos?${new URLSearchParams(Object.fromEntries(entries))}`)
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`${base}/gasolina/${path}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}

/** Points every fifty metres or less, straight from one to the next. */
function steps(points: readonly [number, number][]): [number, number][] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to
    const count = Math.ceil(kmBetween(from, to) / 0.05)
    return Array.from({ length: count + 1 }, (_, n): [number, number] => [
      from[0] + ((to[0] - from[0]) * n) / count,
      from[1] + ((to[1] - from[1]) * n) / count,
    ])
  })
}

/** On a sphere of the Earth's mean radius. */
function kmBetween([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((c - a) * rad) / 2) ** 2 +
    Math.cos(a * rad) * Math.cos(c * rad) * Math.sin(((d - b) * rad) / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.sqrt(h))
}
