import type { Estatistica, Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type * as historico from '../../domain/answers/historico.ts'
import { toSlug } from '../../domain/basics/text.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Valor } from '../../domain/questions/parameters.ts'
import { type Columns, type Sheet, members, ofPart, sheetOf } from './sheet.ts'

type Trecho = Partial<historico.TrechoDeMudanca & historico.TrechoDePeriodo>

const CHANGE_COLUMNS: Columns<Trecho> = {
  ...members('codigo', 'de', 'ate', 'valorDeclarado', 'vendas'),
  suspeito: ({ suspeito }) => suspeito?.motivo,
}
const PERIOD_COLUMNS: Columns<Trecho> = members('periodo', 'minimo', 'medio', 'maximo', 'vendas')
const PLACE_PERIOD_COLUMNS = members('periodo', 'minimo', 'mediana', 'maximo', 'postos')

const PLACE_CHANGE_COLUMNS: Columns<historico.MudancaNoLugar> = members(
  ...(['combustivel', 'cnpj', 'nomeFantasia', 'bairro', 'municipio'] as const),
  ...(['de', 'para', 'em', 'vendas', 'confirmada', 'deConfirmado', 'codigo'] as const),
)

type OfFuel = Estatistica & { slug: string }

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
  economiaProvavelPorUnidade: ({ economia }) => economia.provavel.porUnidade,
  economiaProvavelSobreMedia: ({ economia }) => economia.provavel.sobreMedia,
  economiaProvavelSobreMediana: ({ economia }) => economia.provavel.sobreMediana,
  economiaProvavelTanque: ({ economia }) => economia.provavel.tanque?.valor,
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
  cnpjProvavel: ({ maisBaratoProvavel }) => maisBaratoProvavel?.cnpj,
  nomeFantasiaProvavel: ({ maisBaratoProvavel }) => maisBaratoProvavel?.nomeFantasia,
}

/** `granularidade` chooses the columns; it is the one the answer was asked with. */
export function historySheet(
  answer: Pick<historico.RespostaHistorico, 'estabelecimento' | 'combustiveis'>,
  granularidade: Valor<'granularidade'>,
): Sheet {
  const { cnpj } = answer.estabelecimento
  const columns = granularidade === 'mudancas' ? CHANGE_COLUMNS : PERIOD_COLUMNS
  return seriesSheet(`historico-${cnpj}`, { cnpj: () => cnpj }, answer.combustiveis, columns)
}

export function placeHistorySheet(answer: historico.RespostaHistoricoDoLugar): Sheet {
  const { lugar, combustiveis, mudancas } = answer
  const where = toSlug(lugar.nome).slice(0, 60)
  if (mudancas) return sheetOf(`mudancas-${where}`, mudancas, PLACE_CHANGE_COLUMNS)
  return seriesSheet(`historico-${where}`, { lugar: () => lugar.nome }, combustiveis, PLACE_PERIOD_COLUMNS)
}

/** Steps of the fuels' series, each after the column that says of what it is, and its fuel. */
function seriesSheet<Step>(
  nome: string,
  whose: Columns<unknown>,
  combustiveis: Readonly<Record<string, { serie: readonly Step[] }>>,
  columns: Columns<Step>,
): Sheet {
  const rows = Object.entries(combustiveis).flatMap(([slug, { serie }]) =>
    serie.map((step) => ({ slug, step })),
  )
  return sheetOf(nome, rows, {
    ...whose,
    combustivel: ({ slug }) => slug,
    ...ofPart(({ step }) => step, columns),
  })
}

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
