import { type Grupo, type RespostaEstatisticas, figuresOf } from '../../domain/answers/estatisticas.ts'
import { STATIONS_TO_RANK, written } from '../../domain/facts/rules.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { doubtInBrackets } from '../../format/words/doubt.ts'
import * as words from '../../format/words/group-words.ts'
import { type Maybe, type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { GROUP_NAMES, townOf } from '../../format/words/names.ts'
import { count, decimal, money } from '../../format/words/formatting.ts'
import { change, lacksWeek, since } from './statistics.ts'
import { priceOrDash, signNotes, signed, whereIs } from './wording.ts'

/** A ranking's rows; places that were asked for one by one are all shown. */
const ROWS = 20
const BAR = 10

type Compared = Required<Pick<RespostaEstatisticas, 'comparacao' | 'grupos'>> & RespostaEstatisticas

export function isComparison(resposta: RespostaEstatisticas): resposta is Compared {
  return resposta.comparacao !== undefined && resposta.grupos !== undefined
}

export function groupsView(resposta: Compared, asked: words.AskedGroups): View {
  const { comparacao, grupos } = resposta
  const changeOf = ({ variacao }: Grupo) => (asked.desde === undefined ? variacao.semana : variacao.desde)
  const isRanking = (asked.municipios ?? asked.municipio ?? asked.perto) === undefined
  const priced = grupos.filter(({ precoMediano }) => precoMediano !== null)
  const isLong = comparacao.por !== 'municipio' ? asked.bairro === undefined : isRanking
  const shown = isLong ? words.rankedFirst(priced).slice(0, ROWS) : grupos
  const table = tableOf(shown, [
    right('Nº', ({ colocacao }) => (colocacao === null ? '' : `${colocacao}º`)),
    left(GROUP_NAMES[comparacao.por][0].toUpperCase(), nameOfGroup, { min: 14 }),
    right('DISTÂNCIA', ({ distanciaKm: km }) => (km === undefined ? '' : `${decimal(km, 1, 1)} km`)),
    right('POSTOS', ({ postos }) => decimal(postos), { optional: true }),
    right('MÍNIMO', signed(shown, 'precoMinimo'), { tone: () => 'cheap' }),
    right('MEDIANA', (g) => priceOrDash(g.precoMediano)),
    right('MÁXIMO', signed(shown, 'precoMaximo'), { optional: true }),
    right(asked.desde === undefined ? '7 DIAS' : since(asked.desde), (g) => change(changeOf(g)), {
      tone: (g) => ((changeOf(g)?.valor ?? 0) > 0 ? 'dear' : undefined),
    }),
    left('', barsOf(shown), { optional: true }),
  ])
  return {
    title: words.groupsTitle(comparacao, grupos, asked, isLong),
    body: [[table]],
    notes: [
      rest(resposta, shown, priced),
      shown.some(({ colocacao }) => colocacao === null) &&
        `Sem Nº: menos de ${written(STATIONS_TO_RANK)} postos com preço.`,
      ...signNotes(shown),
      words.cheaperNearby(comparacao.combustivel, grupos, asked),
      words.weekendPlaces(grupos),
      asked.desde === undefined && shown.some(lacksWeek) && words.UNKNOWN_BEFORE,
      (isRanking || asked.perto !== undefined) &&
        comparacao.por === 'municipio' &&
        whole(resposta, comparacao.combustivel),
      ...words.groupNotes(resposta, shown),
    ],
  }
}

function rest({ comparacao, grupos }: Compared, shown: readonly Grupo[], priced: readonly Grupo[]) {
  const names = GROUP_NAMES[comparacao.por]
  const more = priced.filter((group) => !shown.includes(group)).length
  const without = grupos.filter((group) => !priced.includes(group) && !shown.includes(group)).length
  const parts = [
    more > 0 && `mais ${count(more, ...names)}`,
    without > 0 && `${count(without, ...names)} sem preço`,
  ].filter(Boolean)
  return parts.length > 0 && `E ${parts.join(' e ')}: --csv traz todos.`
}

function whole(resposta: Compared, slug: Slug): Maybe<string> {
  const { precoMediano, precoMinimo, precoMaximo, postos, maisBarato, maisCaro } = figuresOf(
    resposta.combustiveis,
    slug,
  )
  if (precoMediano === null || precoMinimo === null || precoMaximo === null) return null
  return `Mediana ${whereIs(resposta)}: ${money(precoMediano)}, em ${count(postos, 'posto', 'postos')}, de ${money(precoMinimo)}${doubtInBrackets(maisBarato)} a ${money(precoMaximo)}${doubtInBrackets(maisCaro)}.`
}

function nameOfGroup(group: Grupo): string {
  const nome: string | undefined = group.nome
  return nome ?? group.bairro ?? townOf(group)
}

/** Bars from a sliver for the lowest median shown to `BAR` cells for the highest, in eighths of a cell. */
function barsOf(groups: readonly Grupo[]): (group: Grupo) => string {
  const medians = groups.flatMap(({ precoMediano }) => precoMediano ?? [])
  const [lowest, highest] = [Math.min(...medians), Math.max(...medians)]
  return ({ precoMediano }) => {
    if (precoMediano === null || highest === lowest) return ''
    const eighths = Math.max(1, Math.round(((precoMediano - lowest) / (highest - lowest)) * BAR * 8))
    return '█'.repeat(eighths >> 3) + ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths & 7]
  }
}
