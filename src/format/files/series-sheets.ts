import type { Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type {
  MudancaNoLugar,
  RespostaHistorico,
  RespostaHistoricoDoLugar,
  TrechoDeMudanca,
  TrechoDePeriodo,
  TrechoDoLugar,
} from '../../domain/answers/historico.ts'
import { fold } from '../../domain/basics/text.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Valor } from '../../domain/questions/parameters.ts'
import { type Columns, type Sheet, members, rowsOf, sheetOf } from './sheet.ts'

const CHANGE_COLUMNS: Columns<TrechoDeMudanca> = {
  ...members('codigo', 'de', 'ate', 'valorDeclarado', 'vendas'),
  suspeito: ({ suspeito }) => suspeito?.motivo,
}
const PERIOD_COLUMNS: Columns<TrechoDePeriodo> = members('periodo', 'minimo', 'medio', 'maximo', 'vendas')
const PLACE_PERIOD_COLUMNS: Columns<TrechoDoLugar> = members(
  'periodo',
  'minimo',
  'mediana',
  'maximo',
  'postos',
)

const PLACE_CHANGE_COLUMNS: Columns<MudancaNoLugar> = members(
  ...(['combustivel', 'cnpj', 'nomeFantasia', 'bairro', 'municipio'] as const),
  ...(['de', 'para', 'em', 'vendas', 'confirmada', 'deConfirmado'] as const),
)

type OfFuel = RespostaEstatisticas['combustiveis'][Slug] & { slug: string }

const FUEL_COLUMNS: Columns<OfFuel> = {
  combustivel: ({ slug }) => slug,
  ...members('nome', 'unidadeMedida', 'postos', 'precoMinimo', 'precoMedio', 'precoMediano', 'precoMaximo'),
  economiaPorUnidade: ({ economia }) => economia.porUnidade,
  economiaSobreMedia: ({ economia }) => economia.sobreMedia,
  litros: ({ economia }) => economia.tanque?.litros,
  economiaTanque: ({ economia }) => economia.tanque?.valor,
  variacaoDia: ({ variacao }) => variacao.dia?.valor,
  variacaoSemana: ({ variacao }) => variacao.semana?.valor,
  variacaoMes: ({ variacao }) => variacao.mes?.valor,
  ...members('suspeitos'),
  variacaoDesde: ({ variacao }) => variacao.desde?.valor,
  ...members('precoMinimoProvavel'),
  economiaSobreMediana: ({ economia }) => economia.sobreMediana,
  economiaProvavelPorUnidade: (fuel) => likelySavings(fuel)?.porUnidade,
  economiaProvavelSobreMedia: (fuel) => likelySavings(fuel)?.sobreMedia,
  economiaProvavelSobreMediana: (fuel) => likelySavings(fuel)?.sobreMediana,
  economiaProvavelTanque: (fuel) => likelySavings(fuel)?.tanque?.valor,
}

/** An older server reckons with declared prices only. */
function likelySavings({ economia }: OfFuel): OfFuel['economia']['provavel'] | undefined {
  return economia.provavel
}

type OfPlace = Grupo & { slug: Slug }

/** `cnpj` and `nomeFantasia` are of the cheapest station; the point is the centre. */
const GROUP_COLUMNS: Columns<OfPlace> = {
  combustivel: ({ slug }) => slug,
  ...members('municipio', 'codigoIBGE', 'bairro', 'distanciaKm', 'postos'),
  ...members('precoMinimo', 'precoMediano', 'precoMaximo'),
  variacaoSemana: ({ variacao }) => variacao.semana?.valor,
  ...members('colocacao'),
  cnpj: ({ maisBarato }) => maisBarato?.cnpj,
  nomeFantasia: ({ maisBarato }) => maisBarato?.nomeFantasia,
  ...members('suspeitos'),
  latitude: ({ centro }) => centro?.latitude,
  longitude: ({ centro }) => centro?.longitude,
  ...members('precoMinimoProvavel', 'nome', 'municipioNome', 'bandeira'),
  variacaoDesde: ({ variacao }) => variacao.desde?.valor,
  nestePreco: ({ maisBarato }) => maisBarato?.nestePreco,
  cnpjProvavel: (grupo) => likeliestOf(grupo)?.cnpj,
  nomeFantasiaProvavel: (grupo) => likeliestOf(grupo)?.nomeFantasia,
}

/** Absent in an older server's answer. */
function likeliestOf({ maisBaratoProvavel }: OfPlace): OfPlace['maisBaratoProvavel'] | undefined {
  return maisBaratoProvavel
}

/** `granularidade` chooses the columns; it is the one the answer was asked with. */
export function historySheet(
  { estabelecimento: { cnpj }, combustiveis }: Pick<RespostaHistorico, 'estabelecimento' | 'combustiveis'>,
  granularidade: Valor<'granularidade'>,
): Sheet {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) => {
    const first = [cnpj, slug]
    const changes = rowsOf(serie.filter(isChange), CHANGE_COLUMNS, first)
    return changes.concat(rowsOf(serie.filter(isPeriod), PERIOD_COLUMNS, first))
  })
  const columns = granularidade === 'mudancas' ? CHANGE_COLUMNS : PERIOD_COLUMNS
  return { nome: `historico-${cnpj}`, columns: ['cnpj', 'combustivel', ...Object.keys(columns)], rows }
}

export function placeHistorySheet({
  lugar,
  combustiveis,
  mudancas,
}: Pick<RespostaHistoricoDoLugar, 'lugar' | 'combustiveis' | 'mudancas'>): Sheet {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) =>
    rowsOf(serie, PLACE_PERIOD_COLUMNS, [lugar.nome, slug]),
  )
  const where = fold(lugar.nome).toLowerCase().replaceAll(' ', '-').slice(0, 60)
  if (mudancas) return sheetOf(`mudancas-${where}`, mudancas, PLACE_CHANGE_COLUMNS)
  const columns = ['lugar', 'combustivel', ...Object.keys(PLACE_PERIOD_COLUMNS)]
  return { nome: `historico-${where}`, columns, rows }
}

/** A row per place where the answer compares places, else a row per fuel. */
export function statisticsSheet({ combustiveis, comparacao, grupos }: RespostaEstatisticas): Sheet {
  if (comparacao && grupos) {
    const { combustivel: slug, por } = comparacao
    const places = grupos.map((grupo): OfPlace => ({ slug, ...grupo }))
    return sheetOf(`estatisticas-${slug}-por-${por}`, places, GROUP_COLUMNS)
  }
  const fuels = Object.entries(combustiveis).map(([slug, figures]): OfFuel =>
    Object.assign({ slug }, figures),
  )
  return sheetOf('estatisticas', fuels, FUEL_COLUMNS)
}

function isChange(step: TrechoDeMudanca | TrechoDePeriodo): step is TrechoDeMudanca {
  return !isPeriod(step)
}

function isPeriod(step: TrechoDeMudanca | TrechoDePeriodo): step is TrechoDePeriodo {
  return 'periodo' in step
}
