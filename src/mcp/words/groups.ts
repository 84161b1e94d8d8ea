import { z } from 'zod'
import { duvidaSchema } from '../../domain/answers/common.ts'
import {
  type Grupo,
  type RespostaEstatisticas,
  estatisticaSchema,
  estatisticasSchema,
  grupoSchema,
} from '../../domain/answers/estatisticas.ts'
import { fuelOf } from '../../domain/facts/fuels.ts'
import type { Instante } from '../../domain/basics/time.ts'
import { PERTO } from '../../domain/facts/rules.ts'
import { isDoubtfulLowest } from '../../format/words/doubt.ts'
import {
  type AskedGroups,
  cheaperNearby,
  groupsTitle,
  weekendPlaces,
} from '../../format/words/group-words.ts'
import { townOf } from '../../format/words/names.ts'
import { count, money } from '../../format/words/formatting.ts'
import { hourOf, observacoesSchema, only, rows, unitPrice } from './text.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

/** Long lists omit each place's coordinates; the lowest probable price and what recurs are in sentences. */
const linhaSchema = grupoSchema
  .omit({ precoMinimoProvavel: true, maisCaro: true, fimDeSemana: true, nome: true, municipioNome: true })
  .partial({ centro: true })
  .extend({
    maisBarato: grupoSchema.shape.maisBarato.unwrap().omit({ duvida: true }).nullable(),
    maisCaro: z.object({ duvida: duvidaSchema.pick({ usual: true }) }).optional(),
  })

/** The list of `precos` begins with the likeliest. */
const ofFuel = estatisticaSchema
  .omit({ maisBaratoProvavel: true, precoMinimoProvavel: true, maisCaro: true, fimDeSemana: true })
  .extend({ economia: z.object({}), maisCaro: z.object({}).optional() })

export const comparedSchema = estatisticasSchema.omit({ diferencas: true }).extend({
  // One fuel only where places are compared.
  combustiveis: z.record(z.string(), ofFuel),
  grupos: z.array(linhaSchema).optional(),
  paridade: estatisticasSchema.shape.paridade.omit({
    postosEmQueCompensaProvavel: true,
    postosQueCompensam: true,
    lugar: true,
  }),
  // Described by the question and by the schema of HTTP's route.
  comparacao: z.object({}).optional(),
  situacao: z.object({}).optional(),
  centro: z.object({}).optional(),
  observacoes: observacoesSchema,
})

type Linha = z.infer<typeof linhaSchema> & Pick<Grupo, 'fimDeSemana'> & { nome?: string }

export function wholeGroups(grupos: readonly Grupo[]): Linha[] {
  return grupos.map((group) => {
    const { precoMinimoProvavel: _, municipioNome: __, nome, maisCaro, maisBarato, ...rest } = group
    return {
      ...rest,
      // A brand's own name says more than its slug.
      ...(rest.bandeira !== undefined && { nome }),
      maisBarato,
      ...leanDearest(maisCaro),
    }
  })
}

/** Only what makes the highest price doubtful. */
export function leanDearest(maisCaro: { duvida?: { usual: number } | undefined } | null | undefined) {
  return maisCaro?.duvida && { maisCaro: { duvida: only(maisCaro.duvida, 'usual') } }
}

/** The first `n` places that have prices. */
export function leanGroups(grupos: readonly Grupo[], n = Infinity): Linha[] {
  return wholeGroups(grupos)
    .filter(({ postos, suspeitos }) => postos + suspeitos > 0)
    .slice(0, n)
    .map((group) => {
      const { centro: _, ...rest } = group
      return rest
    })
}

/** The comparison in our own words and figures; districts' names are stations' text and only in the rows. */
export function groupSentences(
  comparacao: Comparacao,
  grupos: readonly Grupo[],
  asked: AskedGroups,
): (string | undefined | false)[] {
  const { por, combustivel, colocados } = comparacao
  const { unidade } = fuelOf(combustivel)
  const ranked = grupos.filter(({ colocacao }) => colocacao !== null)
  const ends = [ranked[0], ranked.at(-1)]
  const [first, last] = asked.ordem === 'desc' ? ends.toReversed() : ends
  const far =
    first && last && first !== last && (asked.raio ?? asked.perto) === undefined && por === 'municipio'
  const empty = grupos.filter(({ postos }) => postos === 0).length
  return [
    `${groupsTitle(comparacao, grupos, asked)}: ${por === 'bandeira' ? count(grupos.length, 'bandeira', 'bandeiras') : count(grupos.length, 'lugar', 'lugares')}${empty > 0 ? `, ${empty} sem preço${por === 'municipio' && asked.bairro !== undefined ? ' ali' : ''}` : ''}.`,
    por === 'bairro' &&
      asked.bairro !== undefined &&
      ranked.length > 0 &&
      `colocacao é entre os ${count(colocados, 'bairro', 'bairros')} de lá com três postos ou mais.`,
    far &&
      first.precoMediano !== null &&
      last.precoMediano !== null &&
      `Pela mediana, dos que têm três postos ou mais, o mais barato é ${townOf(first)} (${unitPrice(first.precoMediano, unidade)}, ${first.colocacao}º de ${colocados}, ${first.postos} postos) e o mais caro ${townOf(last)} (${money(last.precoMediano)}, ${last.colocacao}º, ${last.postos} postos).`,
    cheaperNearby(combustivel, grupos, asked),
    grupos.some(({ maisCaro }) => maisCaro?.duvida) &&
      'Em maisCaro.duvida.usual (ou usualDoMaximo), o usual do posto de maior preço, que é de poucas vendas.',
    // Names of districts are the stations' own text.
    por === 'municipio' && weekendPlaces(grupos),
    grupos.some(isDoubtfulLowest) &&
      `maisBarato.vendas (ou vendas) são as vendas seguidas a até ${PERTO} do menor preço; onde há precoProvavel, o usual do posto é maior: conte com ele.`,
  ]
}

/** Absent in an older server's answer. */
function soldAt(cheapest: Linha['maisBarato']): string | null {
  const vendidoEm: Instante | undefined = cheapest?.vendidoEm
  return vendidoEm === undefined ? null : hourOf(vendidoEm)
}

/** Places that a comparison without names of places gives. */
const FIRST = 10

/**
 * Of all places of the state or of a town, the first ten in the order asked for, those of three stations or more before the others;
 * all of those that the question names or has in its circle.
 */
export function firstGroups(
  { por }: Comparacao,
  grupos: readonly Grupo[],
  { bairro, municipio, municipios, perto, raio, ordem }: AskedGroups,
): { grupos: readonly Grupo[]; note?: string } {
  const named = municipios ?? perto ?? raio ?? (por === 'bairro' ? bairro : municipio)
  if (por === 'bandeira' || named !== undefined || grupos.length <= FIRST) return { grupos }
  const sorted = grupos.toSorted((a, b) => Number(a.colocacao === null) - Number(b.colocacao === null))
  const priced = sorted.filter(({ postos }) => postos > 0)
  const [other, others] = [ordem === 'desc' ? 'asc' : 'desc', por === 'bairro' ? 'bairro' : 'municipios']
  return {
    grupos: priced.slice(0, FIRST),
    note:
      priced.length <= FIRST
        ? 'Lugares sem preço ficaram fora da lista.'
        : `Vêm ${FIRST} lugares, primeiro os que têm colocacao; com preço há mais ${priced.length - FIRST}: peça ordem=${other} para a outra ponta, ou ${others}=a,b,c.`,
  }
}

/** A row for each place: figures, and the names as declared. */
export function groupRows(grupos: readonly Linha[]) {
  return rows(
    grupos.map((group) => ({
      ...(group.bandeira !== undefined
        ? { bandeira: group.nome ?? group.bandeira ?? 'não informada' }
        : group.bairro === undefined
          ? { municipio: townOf(group) }
          : { bairro: group.bairro }),
      ...(group.distanciaKm !== undefined && { distanciaKm: group.distanciaKm }),
      colocacao: group.colocacao,
      postos: group.postos,
      minimo: group.precoMinimo,
      mediana: group.precoMediano,
      maximo: group.precoMaximo,
      ...(group.maisCaro && { usualDoMaximo: group.maisCaro.duvida.usual }),
      semana: group.variacao.semana?.valor ?? null,
      ...(group.variacao.desde !== undefined && { desde: group.variacao.desde?.valor ?? null }),
      ...(group.fimDeSemana && { fimDeSemana: group.fimDeSemana.diferenca }),
      maisBarato: group.maisBarato?.nomeFantasia ?? null,
      cnpj: group.maisBarato?.cnpj ?? null,
      vendas: group.maisBarato?.vendas ?? null,
      venda: soldAt(group.maisBarato),
      ...(isDoubtfulLowest(group) && { precoProvavel: group.maisBarato?.precoProvavel }),
    })),
  )
}
