import { type Place, everywhere, marketAt, townNamed, townsOf } from './pages.ts'
import type { Entry } from './downloads.ts'
import { bySupport } from './market.ts'
import { median, parsed, rounded, thousandths } from './numbers.ts'
import { changesIn } from './changes.ts'
import { DAY, endOf, pricesAsOf } from './past.ts'
import { parityOf } from './positions.ts'
import { CHANGES, STOPPED, dayInFull, rangeOf } from './rules-past.ts'
import { checkDoubt, dearestOf, here, namesAnother, thousand } from './rules-places.ts'
import { entryOf, fuelIn } from './rules-prices.ts'
import { salesIn } from './rules-stations.ts'
import { newestOf, runsOf } from './sales.ts'
import { ratioOf } from './stations.ts'
import { ageLike } from './tool-rows.ts'
import { type Rule, type Spot, dayWords, moment, rule, shows } from './sentences.ts'

/** The doubt in an extreme, as a part of a pattern. */
function doubted(few: string, usual: string): string {
  return `(?: \\(só {${few}:int} vendas?; o usual é {${usual}:money}\\))?`
}

/** Of the entries of a likely price the surest, unless one of them is the usual price of its station. */
function doubtfulAt(entries: readonly Entry[], likely: number | undefined): Entry | undefined {
  const there = entries.filter((entry) => entry.likely === likely)
  return there.some(({ price }) => price !== likely) ? undefined : there.toSorted(bySupport)[0]
}

/** Sentences of the tools' texts, and of `observacoes`. */
export const ANSWERS: Rule[] = [
  CHANGES,
  ...STOPPED,
  rule(
    '^São {n:int} mudanças?, (?:primeiro as confirmadas \\({k:int}\\)|nenhuma confirmada)',
    (spot, { n, k = '0' }) => {
      const { place, since } = spot.page
      const changes = changesIn(spot.data, place.here, since ?? '')
      shows(spot, 'changes', n, changes.length)
      shows(spot, 'confirmed changes', k, changes.filter(({ settled }) => settled !== undefined).length)
    },
  ),
  rule('^Vêm {k:int}, da página 1 de {n:int}', (spot, { k, n }) => {
    const { place, since } = spot.page
    shows(spot, 'changes on a page', k, 20)
    shows(spot, 'pages', n, Math.ceil(changesIn(spot.data, place.here, since ?? '').length / 20))
  }),
  rule(
    `^.+?: {k:int} de {n:int} postos?, .*?(?:de {a:money}/\\S+${doubted('al', 'au')} a {b:money}/[^ .]+${doubted('bl', 'bu')}|a {c:money}/[^ .]+${doubted('cl', 'cu')}|o menor(?: provável)? desta lista é {d:money}/[^ ,]+${doubted('dl', 'du')},? o maior {e:money}/[^ .]+${doubted('el', 'eu')})`,
    (spot, said) => {
      const shown = here(spot)
        .entries.toSorted((x, y) => x.likely - y.likely)
        .slice(0, Number(said['k']))
      const [least, most] = [shown[0]?.likely, shown.at(-1)?.likely]
      shows(spot, 'found', said['n'], here(spot).entries.length)
      shows(spot, 'lowest', said['a'] ?? said['c'] ?? said['d'], thousand(least))
      const few = said['al'] ?? said['cl'] ?? said['dl']
      checkDoubt(spot, 'lowest', doubtfulAt(shown, least), few, said['au'] ?? said['cu'] ?? said['du'])
      if (!(said['b'] ?? said['e'])) return
      shows(spot, 'highest', said['b'] ?? said['e'], thousand(most))
      const usual = said['bu'] ?? said['eu']
      checkDoubt(spot, 'highest', doubtfulAt(shown, most), said['bl'] ?? said['el'], usual)
    },
  ),
  rule('Há mais {n:int} postos', (spot, { n }) => {
    shows(spot, 'more stations', n, here(spot).entries.length - limitOf(spot))
  }),
  rule('Mais {n:int} postos? ao mesmo preço provável do último, fora desta lista', (spot, { n }) => {
    const prices = here(spot)
      .entries.map(({ likely }) => likely)
      .toSorted((a, b) => a - b)
    const last = prices[limitOf(spot) - 1]
    shows(spot, 'stations tied', n, prices.slice(limitOf(spot)).filter((price) => price === last).length)
  }),
  rule('{n:int} notas? desta lista (?:dá|dão) ao produto o nome de outro combustível', (spot, { n }) => {
    const sorted = here(spot).entries.toSorted((a, b) => a.likely - b.likely)
    const last = sorted.slice(0, limitOf(spot)).at(-1)?.likely ?? 0
    // Of stations tied with the last any may be the one that is listed.
    const [surely, perhaps] = [sorted.filter((e) => e.likely < last), sorted.filter((e) => e.likely === last)]
    const [least, tied] = [surely, perhaps].map((entries) => entries.filter(namesAnother).length)
    const places = limitOf(spot) - surely.length
    const others = perhaps.length - (tied ?? 0)
    const most = (least ?? 0) + Math.min(tied ?? 0, places)
    const count = parsed(n ?? '')
    const isBetween =
      count >= (least ?? 0) + Math.max(0, Math.min(places, perhaps.length) - others) && count <= most
    spot.ledger.same(`invoices with another name: ${n}`, isBetween, true)
  }),
  rule('(?:até 50|peça pagina 2|os \\d+ primeiros|a até 2 %)', () => {}),
  rule('^Vêm 10 lugares; com preço há mais {n:int}', (spot, { n }) => {
    const fuel = fuelIn(spot)
    const priced = townsOf(spot.data).filter(({ here }) => marketAt(spot.data, fuel, here).entries.length > 0)
    shows(spot, 'more towns', n, priced.length - 10)
  }),
  rule('Dados de {t:when}', (spot, { t = '' }) =>
    spot.ledger.same('collected', t.replace(/\/\d{4} /, ', '), moment(spot.data.collectedAt)),
  ),
  rule('vende {n:int} combustíve', (spot, { n }) => {
    const sold = spot.data.fuels.filter(({ entries }) => entries.some(({ cnpj }) => cnpj === spot.cnpj))
    shows(spot, 'fuels', n, sold.length)
  }),
  rule('{p:money}/\\S+ venda de {t:when} \\((?<age>há [^)]+)\\)', (spot, { p, t = '', age = '' }) => {
    const entry = entryOf(spot)
    shows(spot, 'price', p, thousand(entry?.price))
    spot.ledger.same('sale', t.replace(/\/\d{4} /, ', '), entry && moment(entry.dataVenda))
    spot.ledger.same('age', age, entry && ageLike(age, Date.parse(spot.data.collectedAt) - entry.at))
  }),
  rule(
    '(?:Em 30 dias|Desde {d:day}): (?:de {a:money} a {b:money}|sempre {c:money})(?:, {n:int} mudanças?)?',
    (spot, { d, a, b, c, n }) => {
      const sales = salesIn(spot, { all: true })
      const prices = sales.map(({ price }) => price)
      if (d) spot.ledger.same('first sale', d, sales[0] && dayWords(sales[0].dataVenda))
      shows(spot, 'lowest', a ?? c, Math.min(...prices) / 1000)
      shows(spot, 'highest', b ?? c, Math.max(...prices) / 1000)
      if (n) shows(spot, 'changes', n, changesOfStation(spot))
    },
  ),
  rule(
    'Vende também outro produto \\(descricao em outros\\) a {p:money}/\\S+ \\({d:day}\\)',
    (spot, { p, d }) => {
      const [other] = entryOf(spot)?.raw.outros ?? []
      shows(spot, 'price of the other product', p, other?.venda.valorDeclarado)
      spot.ledger.same('its sale', dayInFull(d ?? ''), other?.venda.dataVenda.slice(0, 10))
    },
  ),
  rule('a série junta {n:int} produtos do posto', (spot, { n }) => {
    shows(spot, 'products', n, new Set(salesIn(spot, { all: true }).map(({ codigo }) => codigo)).size)
  }),
  rule('{p:money}/\\S+ na única venda conhecida do período', (spot, { p }) => {
    const sales = salesIn(spot, { all: true })
    spot.ledger.same('sales', sales.length, 1)
    shows(spot, 'price', p, thousand(sales[0]?.price))
  }),
  rule(
    'na mediana o álcool custa {x:num} da gasolina comum; compensa em {k:int} de {n:int} postos?',
    (spot, { x, k, n }) => {
      const { pairs, paying } = parityOf(spot.data, spot.page.place.here)
      const ratios = pairs.map(({ alcool, gasolina }) => alcool.price / gasolina.price)
      shows(spot, 'median ratio', x, median(ratios))
      shows(spot, 'where it pays', k, paying.length)
      shows(spot, 'stations with both', n, pairs.length)
    },
  ),
  rule(
    '(?<name>Gasolina aditivada|Diesel S10) custa (?:{x:money} a (?<way>mais|menos)|o mesmo) que .+?, na mediana de {n:int} postos?',
    (spot, { name, way, x, n }) => {
      const [dear, cheap] =
        name === 'Diesel S10'
          ? ['diesel-aditivado', 'diesel-comum']
          : ['gasolina-aditivada', 'gasolina-comum']
      const sold = new Map(
        marketAt(spot.data, cheap, spot.page.place.here).entries.map((e) => [e.cnpj, e.price]),
      )
      const differences = marketAt(spot.data, dear, spot.page.place.here).entries.flatMap(
        ({ cnpj, price }) => {
          const other = sold.get(cnpj)
          return other === undefined ? [] : [price - other]
        },
      )
      shows(
        spot,
        'difference',
        x ?? '0,00',
        ((median(differences) ?? NaN) / 1000) * (way === 'menos' ? -1 : 1),
      )
      shows(spot, 'stations with both', n, differences.length)
    },
  ),
  rule(
    'pelos mais baratos \\({a:money} e {g:money}(?:, que conta pelo usual, {u:money})?\\), compensa (?:o álcool|a gasolina)',
    (spot, { a, g, u }) => {
      const [alcool = NaN, gasolina = NaN] = ['alcool', 'gasolina-comum'].map(
        (fuel) => marketAt(spot.data, fuel, spot.page.place.here).likeliest?.likely,
      )
      shows(spot, 'cheapest álcool', a, alcool / 1000)
      shows(spot, 'cheapest gasolina', g, gasolina / 1000)
      if (u) shows(spot, 'its usual', u, thousand(parityOf(spot.data, spot.page.place.here).place?.usual))
    },
  ),
  rule('o menor declarado, {p:money}, é duvidoso', (spot, { p }) => {
    const shown = here(spot)
      .entries.toSorted((x, y) => x.likely - y.likely || y.at - x.at)
      .slice(0, limitOf(spot))
    shows(spot, 'doubtful lowest', p, Math.min(...shown.map(({ price }) => price)) / 1000)
  }),
  rule('\\(até 0,7; preços prováveis, gasolina em dúvida pelo usual\\)|as 12 linhas', () => {}),
  // The figures that it speaks of tell how many stations were known.
  rule('^Antes conhecia-se o preço de menos postos \\(.+\\): a variação é também dos que entraram', () => {}),
  rule('A primeira venda vista no período é de {d:day}', (spot, { d }) => {
    const first = spot.data.fuels
      .flatMap(({ slug }) => salesIn({ ...spot, fuel: slug }, { suspects: true, all: true }).slice(0, 1))
      .map(({ dataVenda }) => dataVenda)
      .toSorted()[0]
    spot.ledger.same('first sale', d, first && `${dayWords(first)}/${first.slice(0, 4)}`)
  }),
  rule('preço suspeito \\(\\w+; mediana {m:money}\\)', (spot, { m }) =>
    shows(spot, 'median of the state', m, entryOf(spot)?.suspect?.referencia),
  ),
  rule('alterna entre {a:money} e {b:money}', (spot, { a, b }) => {
    const prices = new Set(salesIn(spot, { all: true }).map(({ price }) => price))
    spot.ledger.same(`${a} was charged`, prices.has(thousandths(parsed(a ?? ''))), true)
    spot.ledger.same(`${b} was charged`, prices.has(thousandths(parsed(b ?? ''))), true)
  }),
  rule('{n:int} preços? suspeitos? (?:foi omitido|foram omitidos)', (spot, { n }) =>
    shows(spot, 'suspects', n, here(spot).suspects.length),
  ),
  rule('o álcool custa {x:num} da gasolina comum', (spot, { x }) => {
    const entries = spot.data.fuels.flatMap(({ entries }) => entries.filter(({ cnpj }) => cnpj === spot.cnpj))
    shows(spot, 'ratio', x, ratioOf(entries, 'likely'))
  }),
  rule('de {a:day} a {b:day}(?=:|, pela)', (spot, { b = '' }) => {
    const [year, month, day] = spot.data.collectedAt.slice(0, 10).split('-')
    spot.ledger.same('last day', b, `${day}/${month}/${year}`)
  }),
  rule(
    '{p:money}/\\S+ na última venda(?: não suspeita)?(?: \\(só {few:int} vendas?; o usual é {u:money}\\))?; mínimo {min:money}, médio {mean:money}, máximo {max:money}(?:; variação (?<sign>[+−]?){v:money} \\({x:num} %\\))?(?:; {n:int} mudanças?)?',
    (spot, said) => {
      const sales = salesIn(spot, { all: true })
      const prices = sales.map(({ price }) => price)
      shows(spot, 'price', said['p'], thousand(newestOf(sales)?.price))
      const entry = entryOf(spot)
      checkDoubt(spot, 'newest sale', entry?.suspect ? undefined : entry, said['few'], said['u'])
      shows(spot, 'lowest', said['min'], Math.min(...prices) / 1000)
      shows(spot, 'highest', said['max'], Math.max(...prices) / 1000)
      shows(spot, 'mean', said['mean'], prices.reduce((sum, price) => sum + price, 0) / prices.length / 1000)
      const own = salesIn(spot)
      const [first, last] = [own[0]?.price ?? 0, own.at(-1)?.price ?? 0]
      spot.ledger.same('a change is known', said['v'] !== undefined, own.length > 1)
      if (said['v']) shows(spot, 'change', said['v'], Math.abs(last - first) / 1000)
      if (said['x']) shows(spot, 'change in percent', said['x'], ((last - first) / first) * 100)
      if (said['n']) shows(spot, 'changes', said['n'], changesOfStation(spot))
    },
  ),
  rule(
    'última mudança em {t:when}, de {a:money} para {b:money}(?:; {n:int} mudanças?)?',
    (spot, { t = '', a, b, n }) => {
      const [before, last] = runsOf(salesIn(spot)).slice(-2)
      shows(spot, 'from', a, thousand(before?.price))
      shows(spot, 'to', b, thousand(last?.price))
      spot.ledger.same('when', t.replace(/\/\d{4} /, ', '), last && moment(last.from))
      if (n) shows(spot, 'changes', n, changesOfStation(spot))
    },
  ),
  rule(
    '^- .+?: mediana {m:money}/[^ ,;]+(?: \\(de só {few:int} postos?\\))?(?:, (?:(?<sign>[+−])?{d:money} \\({x:num} %\\)|igual) desde o começo|, igual à do começo)?; preços de {a:money} a {b:money}; {n:int} (?:dias?|semanas?|mes(?:es)?)',
    (spot, said) => {
      const days = rangeOf(spot, 30).filter(({ mediana }) => mediana !== null)
      // As the series tells them: to the thousandth.
      const [first = 0, last = 0] = [days[0], days.at(-1)].map((day) => rounded(day?.mediana ?? 0, 0))
      shows(spot, 'median', said['m'], last / 1000)
      const stations = days.at(-1)?.postos ?? 0
      shows(spot, 'its stations, where few', said['few'], stations < 3 ? stations : undefined)
      if (Number(said['n']) < 30) return
      shows(spot, 'lowest', said['a'], Math.min(...days.map(({ minimo }) => minimo ?? Infinity)) / 1000)
      shows(spot, 'highest', said['b'], Math.max(...days.map(({ maximo }) => maximo ?? 0)) / 1000)
      if (said['d']) shows(spot, 'change', said['d'], Math.abs(last - first) / 1000)
      if (said['x']) shows(spot, 'change in percent', said['x'], ((last - first) / first) * 100)
    },
  ),
  rule(
    '^- .+?, {n:int} postos?: (?:de {a:money}(?: \\(só {few:int} vendas?; o usual é {ul:money}\\))? a {b:money}/[^ ,]+(?: \\(só {k:int} vendas?; o usual é {u:money}\\))?,|{c:money}/\\S+) mediana {m:money}, média {mean:money}(?:; provável de {ll:money} a {hl:money})?(?:; poupa até {s:money} em 50 L)?',
    (spot, said) => {
      const { entries, lowest, highest, median, mean } = here(spot)
      shows(spot, 'stations', said['n'], entries.length)
      shows(spot, 'lowest', said['a'] ?? said['c'], thousand(lowest?.price))
      shows(spot, 'highest', said['b'] ?? said['c'], thousand(highest))
      shows(spot, 'median', said['m'], thousand(median))
      shows(spot, 'mean', said['mean'], thousand(mean))
      const { likeliest, highestLikely } = here(spot)
      if (said['s'])
        shows(spot, 'saving', said['s'], (((highestLikely ?? 0) - (likeliest?.likely ?? 0)) * 50) / 1000)
      if (said['hl']) shows(spot, 'highest likely', said['hl'], thousand(highestLikely))
      if (said['ll']) shows(spot, 'lowest likely', said['ll'], thousand(likeliest?.likely))
      checkDoubt(spot, 'lowest', lowest, said['few'], said['ul'])
      const isRange = said['a'] !== said['b']
      checkDoubt(spot, 'highest', isRange ? dearestOf(here(spot)) : undefined, said['k'], said['u'])
    },
  ),
  rule(
    '(?:(?<sign>[+−]){d:money} \\({x:num} %\\)|igual) em 1 (?<period>dia|semana|mês)',
    (spot, { sign, d, x, period }) => {
      const days = period === 'dia' ? 1 : period === 'semana' ? 7 : 30
      const prices = pricesAsOf(
        spot.data,
        fuelIn(spot),
        spot.page.place.here,
        Date.parse(spot.data.collectedAt) - days * DAY,
      )
      const [before, now] = [median(prices), here(spot).median]
      if (before === null || now === null) return spot.ledger.same(`a ${period} before`, true, false)
      shows(spot, `change in a ${period}`, d ?? '0,000', Math.abs(now - before) / 1000)
      if (x) shows(spot, `percent in a ${period}`, x, ((now - before) / before) * 100)
      if (d) spot.ledger.same('sign', sign, now > before ? '+' : '−')
    },
  ),
  rule('{n:int} suspeitos? fora da conta', (spot, { n }) =>
    shows(spot, 'suspects', n, here(spot).suspects.length),
  ),
  rule(': {n:int} lugares(?:, {k:int} sem preço)?', (spot, { n, k }) => {
    const markets = spot.data.towns.map(({ codigoIBGE }) =>
      marketAt(spot.data, fuelIn(spot), townHere(spot, codigoIBGE)),
    )
    shows(spot, 'places', n, markets.length)
    if (k) shows(spot, 'without a price', k, markets.filter(({ entries }) => entries.length === 0).length)
  }),
  rule(
    'o mais barato é (?<low>.+?) \\({a:money}/\\S+ {i:int}º de {n:int}(?:, {s:int} postos?)?\\) e o mais caro (?<high>.+?) \\({b:money}, {j:int}º(?:, {t:int} postos?)?\\)',
    (spot, said) => {
      const ranked = rankedMedians(spot)
      shows(spot, 'cheapest town', said['a'], Math.min(...ranked) / 1000)
      shows(spot, 'dearest town', said['b'], Math.max(...ranked) / 1000)
      shows(spot, 'its rank', said['i'], 1)
      shows(spot, 'ranked towns', said['n'], ranked.length)
      if (said['s']) shows(spot, 'stations of the cheapest', said['s'], stationsOf(spot, said['low'] ?? ''))
      if (said['t']) shows(spot, 'stations of the dearest', said['t'], stationsOf(spot, said['high'] ?? ''))
      shows(
        spot,
        'rank of the dearest',
        said['j'],
        1 + ranked.filter((value) => value < Math.max(...ranked)).length,
      )
    },
  ),
  rule(
    'Do menor preço provável de (?<dear>.+?) \\({a:money}\\) ao de (?<cheap>.+?) \\({b:money}\\): {d:money}, {t:money} em {l:int} L',
    (spot, { dear = '', cheap = '', a, b, d, t, l }) => {
      const lowestOf = (town: string) => {
        const place = townNamed(spot.data, town)
        return (place && marketAt(spot.data, fuelIn(spot), place.here).likeliest?.likely) ?? NaN
      }
      const difference = (lowestOf(dear) - lowestOf(cheap)) / 1000
      shows(spot, 'lowest likely of the dear town', a, lowestOf(dear) / 1000)
      shows(spot, 'lowest likely of the cheap town', b, lowestOf(cheap) / 1000)
      shows(spot, 'between the lowest likely', d, difference)
      shows(spot, 'in a tank of the lowest likely', t, difference * Number(l))
    },
  ),
  rule('[Dd]a menor mediana à maior vão {d:money}: {t:money} em {l:int} L', (spot, { d, t, l }) => {
    const medians = rankedMedians(spot).map((value) => rounded(value, 0))
    const difference = (Math.max(...medians) - Math.min(...medians)) / 1000
    shows(spot, 'between the medians', d, difference)
    shows(spot, 'in a tank', t, difference * Number(l))
  }),
  rule(
    '(?:(?<sign>[+−]){d:money} \\({x:num} %\\)|igual) desde {day:day}',
    (spot, { sign, d, x, day = '' }) => {
      const { place } = spot.page
      const before = median(pricesAsOf(spot.data, fuelIn(spot), place.here, endOf(dayInFull(day))))
      const now = here(spot).median
      if (before === null || now === null) return spot.ledger.same(`since ${day}`, true, false)
      shows(spot, `change since ${day}`, d ?? '0,000', Math.abs(now - before) / 1000)
      if (x) shows(spot, `percent since ${day}`, x, ((now - before) / before) * 100)
      if (d) spot.ledger.same('sign', sign, now > before ? '+' : '−')
    },
  ),
  rule('Onde falta a variação desde {d:day}, esse dia não foi coletado', (spot, { d = '' }) => {
    const day = d.split('/').toReversed().join('-')
    const { fuels, followedSince } = spot.data
    const isFew = fuels.some(({ slug, entries }) => {
      const known = pricesAsOf(spot.data, slug, spot.page.place.here, endOf(day))
      const now = entries.filter(({ suspect, station }) => !suspect && spot.page.place.here(station))
      return known.length * 2 < now.length
    })
    spot.ledger.same(`prices of ${day} are unknown`, day < followedSince || isFew, true)
  }),
  rule('acompanhados desde {d:day}', () => {}),
]

/** As the questions ask: twenty of a town, else the ten that the tool gives. */
function limitOf({ page }: Spot): number {
  return page.place.town ? 20 : 10
}

/** Of the towns of three stations or more. */
function rankedMedians(spot: Spot): number[] {
  return spot.data.towns.flatMap(({ codigoIBGE }) => {
    const { entries, median } = marketAt(spot.data, fuelIn(spot), townHere(spot, codigoIBGE))
    return entries.length >= 3 && median !== null ? [median] : []
  })
}

function changesOfStation(spot: Spot): number {
  const codes = new Set(salesIn(spot, { all: true }).map(({ codigo }) => codigo))
  return [...codes].reduce((sum, code) => {
    const runs = runsOf(salesIn(spot, { all: true }).filter(({ codigo }) => codigo === code))
    return sum + runs.length - 1
  }, 0)
}

function townHere({ data }: Spot, code: number): Place['here'] {
  return townsOf(data).find(({ town }) => town === code)?.here ?? everywhere
}

function stationsOf(spot: Spot, name: string): number | undefined {
  const town = townNamed(spot.data, name)
  return town && marketAt(spot.data, fuelIn(spot), town.here).entries.length
}
