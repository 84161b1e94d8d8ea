import { type Node, descendants, textOf } from './markup.ts'
import { everywhere, marketAt, townNamed } from './pages.ts'
import { DAY, pricesAsOf } from './past.ts'
import { median, parsed, percentBetween, reais, rounded } from './numbers.ts'
import { dearestOf, middleOf, thousand } from './rules-places.ts'
import { figuresOf } from './rules-past.ts'
import { fuelIn } from './rules-prices.ts'
import { salesIn } from './rules-stations.ts'
import { runsOf } from './sales.ts'
import { type Spot, moment, shows } from './sentences.ts'

type Cells = string[]

/** Tables by their headers; one that no reader knows is told as a sentence is. */
export function checkTable(spot: Spot): void {
  const { node, ledger } = spot
  if (!node) return
  const rows = descendants(node)
    .filter(({ tag }) => tag === 'tr')
    .map(cellsOf)
  const [header = [], ...body] = rows
  const read = READERS[header.slice(0, 2).join('|')]
  if (!read) return ledger.unrecognised(`table ${header.join('|')}`)
  for (const cells of body) {
    read({ ...spot, text: cells.join(' | ') }, cells, header)
    ledger.sentence()
  }
}

const READERS: Readonly<Record<string, (spot: Spot, cells: Cells, header: Cells) => void>> = {
  'Cidade|Mediana': checkTown,
  'Combustível|Postos': checkFuel,
  'R$|Primeira venda': checkRun,
  'Dia|Menor': checkDay,
  'Dia|Gasolina comum': checkDayOfFuels,
}

/** The column of a week's change is only there once a week is known. */
function checkTown(spot: Spot, cells: Cells, header: Cells): void {
  const [heading = '', middle, lowest = '', highest = ''] = cells
  const [, name = '', stations] = /^(.*) (\d+) postos?$/.exec(heading) ?? []
  const week = cells[header.indexOf('Semana')]
  const place = townNamed(spot.data, name)
  if (!place) return spot.ledger.same(`town ${heading}`, true, false)
  const market = marketAt(spot.data, fuelIn(spot), place.here)
  if (market.entries.length === 0) return
  shows(spot, 'median', middle, thousand(middleOf(market)))
  const [, likely, seen, usual] = /^([\d,]+)(?: visto ([\d,]+)| usual ([\d,]+))?$/.exec(lowest) ?? []
  const [, highestTold, usualOfMost] = /^([\d,]+)(?: usual ([\d,]+))?$/.exec(highest) ?? []
  shows(spot, 'lowest likely', likely, thousand(market.likeliest?.likely))
  if (seen) shows(spot, 'lowest seen', seen, thousand(market.lowest?.price))
  const most = Math.max(market.highest ?? 0, market.likeliest?.likely ?? 0)
  shows(spot, 'highest', highestTold, thousand(most))
  const { likeliest } = market
  const above = likeliest?.doubt?.motivo === 'acima_do_usual' && !seen ? likeliest.doubt.usual : undefined
  shows(spot, 'usual of the lowest', usual, above)
  const isDeclared = (market.highest ?? 0) >= (likeliest?.likely ?? 0)
  shows(spot, 'usual of the highest', usualOfMost, isDeclared ? dearestOf(market)?.doubt?.usual : undefined)
  shows(spot, 'stations', stations, market.entries.length)
  const before = median(
    pricesAsOf(spot.data, fuelIn(spot), place.here, Date.parse(spot.data.collectedAt) - 7 * DAY),
  )
  if (week && /\d/.test(week) && before && market.median !== null) {
    shows(spot, 'change in a week', week.replace(' %', ''), percentBetween(before, market.median))
    const [told, likely] = [market.median, middleOf(market)].map((price) => rounded(reais(price ?? 0), 2))
    spot.ledger.same('not doubted', told, likely)
  }
}

function checkFuel(spot: Spot, [name = '', stations = '']: Cells): void {
  const fuel = spot.data.fuels.find((fuel) => fuel.name === name)
  const market = fuel && marketAt(spot.data, fuel.slug, everywhere)
  const [, all, out = '0'] = /^([\d.]+)(?:, (\d+) fora)?$/.exec(stations) ?? []
  shows(spot, 'suspects', out, market?.suspects.length)
  shows(spot, 'stations', all, fuel?.entries.length)
}

function checkRun(spot: Spot, [price, first, last, sales]: Cells): void {
  const runs = runsOf(salesIn(spot, { suspects: true }))
  const shown = parsed(price?.replace(/[^\d,]/g, '') ?? '')
  const run = runs.find((run) => moment(run.from) === first && rounded(run.price / 1000, 2) === shown)
  spot.ledger.same('under suspicion', price?.endsWith(' suspeito'), run?.suspect)
  spot.ledger.same(`run at ${price} from ${first}`, run !== undefined, true)
  spot.ledger.same('last sale', last, run && moment(run.to))
  shows(spot, 'sales', sales, run?.sales)
}

function checkDay(spot: Spot, [day = '', lowest, middle, highest, stations]: Cells): void {
  const figures = figuresOf(spot, day)
  shows(spot, 'lowest', lowest, thousand(figures.minimo))
  shows(spot, 'median', middle, thousand(figures.mediana))
  shows(spot, 'highest', highest, thousand(figures.maximo))
  if (stations) shows(spot, 'stations', stations, figures.postos)
}

function checkDayOfFuels(spot: Spot, [day = '', ...cells]: Cells, [, ...fuels]: Cells): void {
  for (const [i, cell] of cells.entries()) {
    const slug = spot.data.fuels.find(({ name }) => name === fuels[i])?.slug
    const [, middle, lowest, highest] = /^([\d,]+) \(([\d,]+)(?:–([\d,]+))?\)$/.exec(cell) ?? ['', cell]
    if (!slug || !/\d/.test(cell)) continue
    const figures = figuresOf(spot, day, slug)
    shows(spot, `${slug} median`, middle, thousand(figures.mediana))
    if (lowest) shows(spot, `${slug} lowest`, lowest, thousand(figures.minimo))
    if (highest) shows(spot, `${slug} highest`, highest, thousand(figures.maximo))
  }
}

function cellsOf(row: Node): Cells {
  return row.children.flatMap((cell) =>
    typeof cell === 'string' ? [] : [textOf(cell).replace(/\s+/g, ' ').trim()],
  )
}
