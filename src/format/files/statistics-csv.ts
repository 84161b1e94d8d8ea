import type { Grupo, RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Columns, Dialeto } from './csv.ts'
import { recordsCsv } from './csv.ts'

type OfFuel = RespostaEstatisticas['combustiveis'][Slug] & { slug: string }

const FUEL_COLUMNS: Columns<OfFuel> = {
  combustivel: ({ slug }) => slug,
  nome: ({ nome }) => nome,
  unidadeMedida: ({ unidadeMedida }) => unidadeMedida,
  postos: ({ postos }) => postos,
  precoMinimo: ({ precoMinimo }) => precoMinimo,
  precoMedio: ({ precoMedio }) => precoMedio,
  precoMediano: ({ precoMediano }) => precoMediano,
  precoMaximo: ({ precoMaximo }) => precoMaximo,
  economiaPorUnidade: ({ economia }) => economia.porUnidade,
  economiaSobreMedia: ({ economia }) => economia.sobreMedia,
  litros: ({ economia }) => economia.tanque?.litros,
  economiaTanque: ({ economia }) => economia.tanque?.valor,
  variacaoDia: ({ variacao }) => variacao.dia?.valor,
  variacaoSemana: ({ variacao }) => variacao.semana?.valor,
  variacaoMes: ({ variacao }) => variacao.mes?.valor,
  suspeitos: ({ suspeitos }) => suspeitos,
}

type OfPlace = Grupo & { slug: Slug }

/** `cnpj` and `nomeFantasia` are of the cheapest station; the point is the centre. */
const GROUP_COLUMNS: Columns<OfPlace> = {
  combustivel: ({ slug }) => slug,
  municipio: ({ municipio }) => municipio,
  codigoIBGE: ({ codigoIBGE }) => codigoIBGE,
  bairro: ({ bairro }) => bairro,
  distanciaKm: ({ distanciaKm }) => distanciaKm,
  postos: ({ postos }) => postos,
  precoMinimo: ({ precoMinimo }) => precoMinimo,
  precoMediano: ({ precoMediano }) => precoMediano,
  precoMaximo: ({ precoMaximo }) => precoMaximo,
  variacaoSemana: ({ variacao }) => variacao.semana?.valor,
  colocacao: ({ colocacao }) => colocacao,
  cnpj: ({ maisBarato }) => maisBarato?.cnpj,
  nomeFantasia: ({ maisBarato }) => maisBarato?.nomeFantasia,
  suspeitos: ({ suspeitos }) => suspeitos,
  latitude: ({ centro }) => centro?.latitude,
  longitude: ({ centro }) => centro?.longitude,
  precoMinimoProvavel: ({ precoMinimoProvavel }) => precoMinimoProvavel,
}

/** A row per place where the answer compares places, else a row per fuel. */
export function statisticsCsv(
  { combustiveis, comparacao, grupos }: RespostaEstatisticas,
  dialeto: Dialeto = 'padrao',
): string {
  if (comparacao && grupos) {
    const slug = comparacao.combustivel
    return recordsCsv(
      grupos.map((grupo): OfPlace => Object.assign({ slug }, grupo)),
      GROUP_COLUMNS,
      dialeto,
    )
  }
  const fuels = Object.entries(combustiveis).map(([slug, figures]): OfFuel =>
    Object.assign({ slug }, figures),
  )
  return recordsCsv(fuels, FUEL_COLUMNS, dialeto)
}

/** Name of the file, without its ending and what says that it is fictional. */
export function statisticsFileName({ comparacao }: RespostaEstatisticas): string {
  return comparacao ? `estatisticas-${comparacao.combustivel}-por-${comparacao.por}` : 'estatisticas'
}
