import { z } from 'zod'
import type { Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import * as answers from '../../domain/answers/estatisticas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import { isDoubtfulLowest } from '../../format/words/doubt.ts'
import * as words from '../../format/words/group-words.ts'
import { GROUP_NAMES, townOf } from '../../format/words/names.ts'
import { hourOf, count, money } from '../../format/words/formatting.ts'
import { type Sentence, rows } from './tool-result.ts'
import { only, unitPrice, without } from './text.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

/** Long lists omit each place's coordinates; the lowest probable price and what recurs are in sentences. Members of members are not described. */
const linhaSchema = answers.grupoSchema
  .omit({
    precoMinimoProvavel: true,
    maisBaratoProvavel: true,
    maisCaro: true,
    fimDeSemana: true,
    nome: true,
    municipioNome: true,
  })
  .partial({ centro: true })
  .extend({ maisCaro: z.object({}).optional() })

const ofFuel = answers.estatisticaSchema
  .omit({ codigoOrigem: true, precoMinimoProvavel: true, maisCaro: true, fimDeSemana: true })
  .extend({ maisCaro: z.object({}).optional(), maisBaratoProvavel: z.object({}).optional() })

export const comparedSchema = answers.estatisticasSchema.omit({ diferencas: true }).extend({
  // One fuel only where places are compared.
  combustiveis: z.record(z.string(), ofFuel),
  grupos: z.array(linhaSchema).optional(),
  paridade: answers.estatisticasSchema.shape.paridade.omit({
    postosEmQueCompensaProvavel: true,
    postosQueCompensam: true,
    lugar: true,
  }),
  situacao: z.object({}).optional(),
  postoMaisPerto: z.object({}).optional(),
})

export function wholeGroups(grupos: readonly Grupo[]) {
  return grupos.map((group) => {
    const kept = without(group, 'precoMinimoProvavel', 'municipioNome')
    const { nome, maisCaro, maisBarato, maisBaratoProvavel, ...rest } = kept
    return {
      ...rest,
      // A brand's own name says more than its slug.
      ...(rest.bandeira !== undefined && { nome }),
      maisBarato,
      ...(isDoubtfulLowest(group) &&
        maisBaratoProvavel && { maisBaratoProvavel: only(maisBaratoProvavel, ...OF_LIKELIEST) }),
      ...leanDearest(maisCaro),
    }
  })
}

/** The station to drive to where the lowest declared price is doubtful. */
const OF_LIKELIEST = ['cnpj', 'nomeFantasia', 'nestePreco', 'precoProvavel', 'vendidoEm'] as const

export function leanDearest(maisCaro: { duvida?: { usual: number } | undefined } | null) {
  return maisCaro?.duvida && { maisCaro: { duvida: only(maisCaro.duvida, 'usual') } }
}

export function leanGroups(grupos: readonly Grupo[]) {
  return wholeGroups(pricedGroups(grupos)).map((group) => without(group, 'centro'))
}

export function pricedGroups(grupos: readonly Grupo[]): Grupo[] {
  return grupos.filter(({ postos, suspeitos }) => postos + suspeitos > 0)
}

export const UNPRICED_LEFT = 'Lugares sem preço ficaram fora da lista.'

/** The comparison in our own words and figures; districts' names are stations' text and only in the rows. */
export function groupSentences(
  comparacao: Comparacao,
  grupos: readonly Grupo[],
  asked: words.AskedGroups,
  isRankedFirst: boolean,
) {
  const { por, combustivel, colocados } = comparacao
  const { unidade } = fuelOf(combustivel)
  const ranked = grupos.filter(({ colocacao, precoMediano }) => colocacao !== null && precoMediano !== null)
  const ends = [ranked[0], ranked.at(-1)]
  const [first, last] = asked.ordem === 'desc' ? ends.toReversed() : ends
  const isCircle = (asked.raio ?? asked.perto) !== undefined
  const far = first && last && first !== last && !isCircle && por === 'municipio'
  const empty = grupos.filter(({ postos }) => postos === 0).length
  return [
    `${words.groupsTitle(comparacao, grupos, asked, isRankedFirst)}: ${por === 'bandeira' ? count(grupos.length, ...GROUP_NAMES.bandeira) : count(grupos.length, 'lugar', 'lugares')}${empty > 0 ? `, ${empty} sem preço${por === 'municipio' && asked.bairro !== undefined ? ' ali' : ''}` : ''}.`,
    !far &&
      ranked.length > 0 &&
      isPart(comparacao, asked) &&
      `colocacao conta ${count(colocados, ...GROUP_NAMES[por])} com três postos ou mais.`,
    far &&
      `Pela mediana, dos que têm três postos ou mais, o mais barato é ${townOf(first)} (${unitPrice(first.precoMediano ?? 0, unidade)}, ${first.colocacao}º de ${colocados}, ${first.postos} postos) e o mais caro ${townOf(last)} (${money(last.precoMediano ?? 0)}, ${last.colocacao}º, ${last.postos} postos).`,
    words.cheaperNearby(combustivel, grupos, asked),
    por === 'municipio' && words.lowestBetween(combustivel, grupos, asked),
    !isCircle && words.tankBetween(combustivel, asked.municipios === undefined ? ranked : grupos, asked),
    // Names of districts are the stations' own text.
    por === 'municipio' && words.weekendPlaces(grupos),
  ]
}

export function groupDoubts(listed: ReturnType<typeof wholeGroups | typeof leanGroups>): Sentence[] {
  return [
    listed.some((group) => 'maisCaro' in group) &&
      'Em maisCaro.duvida.usual (ou usualDoMaximo), o usual do posto de maior preço, que é de poucas vendas.',
    listed.some((group) => 'maisBaratoProvavel' in group) &&
      'Onde provavel (na estrutura, maisBaratoProvavel) não é o minimo, este, de maisBarato, é de poucas vendas e dificilmente se paga: conte com o provavel.',
  ]
}

/** Places that a comparison without names of places gives. */
const FIRST = 10

/** The question names places or a circle, and the answer gives those alone of all that are ranked. */
function isPart({ por }: Comparacao, asked: words.AskedGroups): boolean {
  const { bairro, municipio, municipios, perto, raio } = asked
  const named = municipios ?? perto ?? raio ?? (por === 'bairro' ? bairro : municipio)
  return por !== 'bandeira' && named !== undefined
}

/** The first ten places of the state or a town, those with a rank before the others; all that the question names or has in its circle. */
export function firstGroups(comparacao: Comparacao, grupos: readonly Grupo[], asked: words.AskedGroups) {
  const { por } = comparacao
  if (por === 'bandeira' || isPart(comparacao, asked) || grupos.length <= FIRST) return { grupos }
  const priced = words.rankedFirst(grupos).filter(({ postos }) => postos > 0)
  const other = asked.ordem === 'desc' ? 'asc' : 'desc'
  const others = por === 'bairro' ? 'bairro' : 'municipios'
  return {
    grupos: priced.slice(0, FIRST),
    note:
      priced.length <= FIRST
        ? UNPRICED_LEFT
        : `Vêm ${FIRST} lugares; com preço há mais ${priced.length - FIRST}: peça ordem=${other} para a outra ponta, ou ${others}=a,b,c.`,
  }
}

export function groupRows(grupos: ReturnType<typeof leanGroups>, { por }: Comparacao) {
  return rows(
    grupos.map((group) => {
      // The station of the lowest likely price: the cheapest one where nothing is doubtful.
      const likeliest = group.maisBaratoProvavel ?? group.maisBarato
      const bandeira = group.nome ?? group.bandeira ?? 'não informada'
      return {
        [por]: { municipio: townOf(group), bairro: group.bairro, bandeira }[por],
        distanciaKm: group.distanciaKm,
        colocacao: group.colocacao,
        postos: group.postos,
        mediana: group.precoMediano,
        semana: group.variacao.semana?.valor ?? null,
        desde: group.variacao.desde === null ? null : group.variacao.desde?.valor,
        fimDeSemana: group.fimDeSemana?.diferenca,
        minimo: group.precoMinimo,
        maximo: group.precoMaximo,
        usualDoMaximo: group.maisCaro?.duvida.usual,
        provavel: likeliest?.precoProvavel,
        postoDoProvavel: likeliest?.nomeFantasia,
        cnpjDoProvavel: likeliest?.cnpj,
        nestePreco: likeliest?.nestePreco,
        venda: likeliest && hourOf(likeliest.vendidoEm),
      }
    }),
  )
}
