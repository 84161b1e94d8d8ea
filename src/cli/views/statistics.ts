import type { RespostaEstatisticas } from '../../domain/answers/estatisticas.ts'
import type { Variacao } from '../../domain/answers/common.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { doubtOf } from '../../format/words/doubt.ts'
import { renderTable, wrapped } from '../../format/terminal/table.ts'
import { townOf } from '../../format/words/names.ts'
import { count, decimal, money, percentChange } from '../../format/words/formatting.ts'
import type { Canvas } from '../lookup.ts'
import { meantInstead, nobody, whereIs } from './place.ts'
import { figure } from './figure.ts'
import { sourceLine } from './source-line.ts'

/** One row per fuel; below it what choosing the cheapest saves, and álcool against gasoline. */
export function statisticsView(
  resposta: RespostaEstatisticas,
  pedido: Pedido<'estatisticas'>,
  canvas: Canvas,
): string {
  const { paint, width } = canvas
  const fuels = Object.values(resposta.combustiveis)
  const table = renderTable(
    [
      { title: 'COMBUSTÍVEL', min: 12, text: ({ nome }) => nome },
      { title: 'POSTOS', align: 'right', text: ({ postos }) => decimal(postos) },
      { title: 'MÍNIMO', align: 'right', text: (f) => figure(f.precoMinimo), paint: paint.cheap },
      { title: 'MÉDIO', align: 'right', text: (f) => figure(f.precoMedio) },
      { title: 'MEDIANO', align: 'right', optional: true, text: (f) => figure(f.precoMediano) },
      { title: 'MÁXIMO', align: 'right', text: (f) => figure(f.precoMaximo) },
      { title: '7 DIAS', align: 'right', optional: true, text: (f) => change(f.variacao.semana) },
    ],
    fuels,
    { width, paintTitle: paint.faint },
  )
  return [
    paint.strong(headline(resposta, pedido)),
    '',
    table,
    '',
    ...savings(resposta),
    ...parity(resposta),
    ...resposta.observacoes.flatMap((note) => wrapped(note, width)),
    paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

export function noStations(resposta: RespostaEstatisticas, { horas }: Pedido<'estatisticas'>): string {
  return [nobody(resposta, '', horas), meantInstead(resposta), ...resposta.observacoes]
    .filter(Boolean)
    .join(' ')
}

function headline(resposta: RespostaEstatisticas, pedido: Pedido<'estatisticas'>): string {
  const suspects = Object.values(resposta.combustiveis).reduce((sum, { suspeitos }) => sum + suspeitos, 0)
  const omitted = count(suspects, 'preço suspeito omitido', 'preços suspeitos omitidos')
  const hours =
    pedido.horas === undefined ? '' : `, vendas de até ${count(pedido.horas, 'hora', 'horas')} antes`
  return `Preços ${whereIs(resposta)}${hours}${suspects > 0 ? `; ${omitted}` : ''}`
}

function savings({ combustiveis }: RespostaEstatisticas): string[] {
  const fuel = combustiveis['gasolina-comum']
  const { tanque } = fuel.economia
  if (!tanque || tanque.valor === null || tanque.valor === 0 || !fuel.maisBarato) return []
  const { nomeFantasia, endereco } = fuel.maisBarato.estabelecimento
  const doubt = doubtOf(fuel.maisBarato)
  return [
    `${decimal(tanque.litros)} L de gasolina comum custam ${money(tanque.valor)} menos no posto mais barato que no mais caro.`,
    `O mais barato: ${nomeFantasia}, ${endereco.bairro}, ${townOf(endereco)}${doubt === undefined ? '' : ` (${doubt})`}.`,
  ]
}

function parity({ paridade }: RespostaEstatisticas): string[] {
  if (paridade.razaoMediana === null) return []
  const { limite, postosEmQueAlcoolCompensa, postos, razaoMediana } = paridade
  return [
    `O álcool compensa em ${decimal(postosEmQueAlcoolCompensa)} de ${count(postos, 'posto', 'postos')}: custa ${decimal(razaoMediana * 100, 1, 1)} % da gasolina comum na mediana, e compensa até ${decimal(limite * 100, 0, 1)} %.`,
  ]
}

function change(variacao: Variacao): string {
  return variacao === null ? '–' : percentChange(variacao.percentual)
}
