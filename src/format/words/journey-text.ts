import { percentBetween, toThousandths } from '../../domain/basics/numbers.ts'
import type { Caminho } from '../../domain/answers/precos.ts'
import type { Valor } from '../../domain/questions/parameters.ts'
import { kmTo, type Placed } from './directions.ts'
import { priceOf } from './doubt.ts'
import { decimal, joined, money } from './formatting.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'

type Priced = Parameters<typeof priceOf>[0]
type Beyond = Priced & { distanciaKm?: number | undefined; estabelecimento: Placed }

interface Listed {
  logoDepois?: Beyond | undefined
  conteudo: readonly Priced[]
  pagina?: number | undefined
}

/** A cheaper station just beyond the radius, and the first of the list, which only the first page has; the caller adds its name. */
export function beyondSentence(list: Listed, ordenar: Valor<'ordenar'>): string | undefined {
  const { logoDepois: beyond, conteudo, pagina = 1 } = list
  const [first] = conteudo
  if (!beyond || !first || pagina > 1) return undefined
  const byLikely = ordenar === 'provavel'
  const [there, here] = [priceOf(beyond, byLikely), priceOf(first, byLikely)]
  const isLikely = there !== beyond.produto.venda.valorDeclarado
  const saved = -percentBetween(toThousandths(here), toThousandths(there))
  return `Logo depois do raio, a ${kmTo(beyond.estabelecimento, beyond.distanciaKm ?? 0)}: ${money(there)}${isLikely ? ' (provável)' : ''}, ${decimal(saved, 1, 1)} % menos que o primeiro`
}

/** Towns named in a sentence, or one more where that is all: those with most stations. */
const NAMED = 3

/** `por Pilar, Arapiraca e mais 7 cidades: 117 km em linha reta de cidade em cidade.` */
export function wayWords(caminho: Caminho): string {
  const towns = townsPassed(caminho)
  const total = caminho.km < 1 ? 'menos de 1 km' : `${decimal(caminho.km, 0, 0)} km`
  if (towns.length === 0)
    return `em linha reta${caminho.lugares.length > 2 ? ' de bairro em bairro' : ''}: ${total}.`
  const named =
    towns.length > NAMED + 1 ? towns.toSorted((a, b) => b.postos - a.postos).slice(0, NAMED) : towns
  const names = towns.filter((town) => named.includes(town)).map(({ nome }) => nome)
  const others = towns.length - names.length
  const told = others > 0 ? [...names, `mais ${others} cidades`] : names
  return `por ${joined(told)}: ${total} em linha reta de cidade em cidade.`
}

/** Municipalities between the ends, in the order of the way. */
function townsPassed({ lugares }: Caminho) {
  const passed = new Set(lugares.map(({ codigoIBGE }) => codigoIBGE))
  for (const end of [lugares[0], lugares.at(-1)]) passed.delete(end?.codigoIBGE ?? 0)
  return [...passed].flatMap((code) => municipioByCode(code) ?? [])
}

/** `Do km 101 ao 176 (75 km)`. */
export function gapWords({ de, ate }: Caminho['semPosto'][number]): string {
  const [from, to, long] = [de, ate, ate - de].map((km) => decimal(km, 0, 0))
  return `Do km ${from} ao ${to} (${long} km)`
}
