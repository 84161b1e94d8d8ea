import { z } from 'zod'
import {
  type Grupo,
  type RespostaEstatisticas,
  estatisticaSchema,
  estatisticasSchema,
  grupoSchema,
} from '../../domain/answers/estatisticas.ts'
import { type Slug, fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { PERTO } from '../../domain/facts/rules.ts'
import { isDoubtfulLowest } from '../../format/words/doubt.ts'
import { type AskedGroups, cheaperNearby, groupsTitle } from '../../format/words/group-words.ts'
import { townOf } from '../../format/words/names.ts'
import { count, money } from '../../format/words/formatting.ts'
import { observacoesSchema, rows, unitPrice } from './text.ts'

type Comparacao = NonNullable<RespostaEstatisticas['comparacao']>

/** Long lists omit each place's coordinates; the lowest probable price is in a sentence. */
const linhaSchema = grupoSchema.omit({ precoMinimoProvavel: true }).partial({ centro: true })

/** The list of `precos` begins with the likeliest. */
const ofFuel = estatisticaSchema.omit({ maisBaratoProvavel: true, precoMinimoProvavel: true })

export const comparedSchema = estatisticasSchema.extend({
  // One fuel only where places are compared.
  combustiveis: z.object(
    Object.fromEntries(slugs.map((slug) => [slug, ofFuel.optional()])) as Record<
      Slug,
      z.ZodOptional<typeof ofFuel>
    >,
  ),
  grupos: z.array(linhaSchema).optional(),
  paridade: estatisticasSchema.shape.paridade.omit({ postosEmQueCompensaProvavel: true, lugar: true }),
  // Described by the question and by the schema of HTTP's route.
  comparacao: z.object({}).optional(),
  situacao: z.object({}).optional(),
  centro: z.object({}).optional(),
  observacoes: observacoesSchema,
})

type Linha = z.infer<typeof linhaSchema>

export function wholeGroups(grupos: readonly Grupo[]): Linha[] {
  return grupos.map((group) => {
    const { precoMinimoProvavel: _, ...rest } = group
    return rest
  })
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
  const [first, last] = [ranked[0], ranked.at(-1)]
  const far =
    first && last && first !== last && (asked.raio ?? asked.perto) === undefined && por === 'municipio'
  const empty = grupos.filter(({ postos }) => postos === 0).length
  return [
    `${groupsTitle(comparacao, grupos, asked)}: ${count(grupos.length, 'lugar', 'lugares')}${empty > 0 ? `, ${empty} sem preço${por === 'municipio' && asked.bairro !== undefined ? ' ali' : ''}` : ''}.`,
    por === 'bairro' &&
      asked.bairro !== undefined &&
      ranked.length > 0 &&
      `colocacao é entre os ${count(colocados, 'bairro', 'bairros')} de lá com três postos ou mais.`,
    far &&
      first.precoMediano !== null &&
      last.precoMediano !== null &&
      `Pela mediana, dos que têm três postos ou mais, o mais barato é ${townOf(first)} (${unitPrice(first.precoMediano, unidade)}, ${first.colocacao}º de ${colocados}) e o mais caro ${townOf(last)} (${money(last.precoMediano)}, ${last.colocacao}º).`,
    cheaperNearby(combustivel, grupos, asked),
    grupos.some(isDoubtfulLowest) &&
      `maisBarato.vendas (ou vendas) são as vendas seguidas a até ${PERTO} do menor preço; onde há precoProvavel, o usual do posto é maior: conte com ele.`,
  ]
}

/** A row for each place: figures, and the names as declared. */
export function groupRows(grupos: readonly Linha[]) {
  return rows(
    grupos.map((group) => ({
      ...(group.bairro === undefined ? { municipio: townOf(group) } : { bairro: group.bairro }),
      ...(group.distanciaKm !== undefined && { distanciaKm: group.distanciaKm }),
      colocacao: group.colocacao,
      postos: group.postos,
      minimo: group.precoMinimo,
      mediana: group.precoMediano,
      maximo: group.precoMaximo,
      semana: group.variacao.semana?.valor ?? null,
      maisBarato: group.maisBarato?.nomeFantasia ?? null,
      cnpj: group.maisBarato?.cnpj ?? null,
      vendas: group.maisBarato?.vendas ?? null,
      ...(isDoubtfulLowest(group) && { precoProvavel: group.maisBarato?.precoProvavel }),
    })),
  )
}
