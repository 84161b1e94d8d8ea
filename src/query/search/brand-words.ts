import { quote } from '../../domain/basics/text.ts'
import { type Bandeira, brandBeside } from '../../domain/registry/registry.ts'
import { joined } from '../../format/words/formatting.ts'
import { stationsNamed } from '../answers/postos.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { brandsOf } from '../places/brands.ts'
import { type Achados, NOTHING, isFound } from './meanings.ts'
import { withoutFillers } from './phrase.ts'
import { inWhole } from './stations.ts'

/** Stations of the brands named, in the place beside them or in the state; where none is known, those with the word in their names. */
export function besideBrand(
  snapshot: Snapshot,
  words: string,
  lookUp: (snapshot: Snapshot, words: string) => Achados,
): Achados | undefined {
  const there = brandsOf(snapshot)
  const { brands, rest } = brandsIn(words, there ?? [])
  if (brands.length === 0) return undefined
  const place = withoutFillers(rest) === '' ? NOTHING : lookUp(snapshot, rest)
  const isKnown = ({ bandeira }: NamedBrand) => there?.some(({ slug }) => slug === bandeira.slug)
  const known = brands.filter(isKnown).map(({ bandeira }) => bandeira)
  const others = brands.filter((brand) => !isKnown(brand))
  const why = there
    ? others.map(({ bandeira }) => `Nenhum posto conhecido é da bandeira ${bandeira.nome}.`)
    : [NO_BRANDS]
  if (known.length > 0) {
    const slugs = known.map(({ slug }) => slug)
    const postos = place.estado ? [] : place.postos.filter((posto) => slugs.includes(posto.bandeira ?? ''))
    // As the parameter takes several.
    const bandeira = {
      slug: slugs.join(','),
      nome: joined(
        known.map(({ nome }) => nome),
        'ou',
      ),
    }
    const estado = place.estado || !isFound({ ...place, postos })
    return { ...place, bandeira, estado, postos, observacoes: [...why, ...place.observacoes] }
  }
  const named = others.flatMap(({ asked }) => inWhole(stationsNamed(snapshot, asked), asked))
  const asked = joined(
    others.map((brand) => `“${quote(brand.asked)}”`),
    'ou',
  )
  const told = `Estes postos têm ${asked} no nome, o que costuma ser a bandeira e nem sempre é; outros dela podem não a ter.`
  return {
    ...place,
    postos: named.length > 0 ? named : place.postos,
    parecidos: false,
    observacoes: [why, named.length > 0 ? told : [], place.observacoes].flat(),
  }
}

const NO_BRANDS =
  'As notas fiscais, de onde vêm os preços, não têm campo para a bandeira do posto: aqui não dá para procurar por ela, só pela cidade, pelo bairro ou pelo nome do posto.'

/** A brand and the words that name it. */
type NamedBrand = Pick<NonNullable<ReturnType<typeof brandBeside>>, 'bandeira' | 'asked'>

/** Brands in the words, each once, and the words beside them. */
function brandsIn(words: string, others: readonly Bandeira[]): { brands: NamedBrand[]; rest: string } {
  const brands = new Map<string, NamedBrand>()
  let rest = words
  for (let found = brandBeside(rest, others); found; found = brandBeside(rest, others)) {
    brands.set(found.bandeira.slug, found)
    rest = found.rest
  }
  if (brands.size > 0) rest = rest.replace(/\bbandeiras?\b/gi, ' ').trim()
  return { brands: [...brands.values()], rest }
}
