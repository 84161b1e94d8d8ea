import type { RespostaSituacao } from '../../domain/answers/service.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { combustiveis, fuelOf } from '../../domain/facts/fuels.ts'
import { tableCsv } from '../../format/files/csv.ts'
import { renderTable } from '../../format/terminal/table.ts'
import { age, count, dayAndTime, decimal } from '../../format/words/formatting.ts'
import { SEM_DADOS } from '../../query/alerts/all-alerts.ts'
import type { Canvas } from '../lookup.ts'
import { sourceLine } from './source-line.ts'

const OUTCOMES = { completa: 'completa', parcial: 'parcial', falhou: 'falhou' } as const

/** How fresh and how complete the data is. */
export function statusView(resposta: RespostaSituacao, canvas: Canvas): string {
  const { paint, width, now } = canvas
  const { commit, cobertura, vendaMaisRecente, ultimaColeta, proximaColeta, alertas } = resposta
  const headline =
    commit === null
      ? alertas.includes(SEM_DADOS)
        ? 'Ainda não há dados: rode gasolina atualizar.'
        : 'Nenhum dado pôde ser lido.'
      : `${commit === 0 ? 'Estado reconstruído' : `Commit ${commit}`}: ${count(cobertura.postos, 'posto', 'postos')} em ${count(cobertura.municipios, 'município', 'municípios')}`
  const table = renderTable(
    [
      { title: 'COMBUSTÍVEL', text: ({ slug }) => fuelOf(slug).nome },
      { title: 'POSTOS', align: 'right', text: ({ postos }) => decimal(postos) },
      { title: 'SUSPEITOS', align: 'right', text: ({ suspeitos }) => decimal(suspeitos) },
      {
        title: 'ATUALIZADO',
        text: ({ atualizadoEm }) => (atualizadoEm ? dayAndTime(atualizadoEm) : 'nunca'),
      },
    ],
    rowsOf(resposta),
    { width, paintTitle: paint.faint },
  )
  return [
    paint.strong(headline),
    ...(vendaMaisRecente
      ? [`Venda mais recente: ${dayAndTime(vendaMaisRecente)} (${age(vendaMaisRecente, now)})`]
      : []),
    ...(ultimaColeta ? [lastCollection(ultimaColeta)] : []),
    ...(proximaColeta ? [`Próxima coleta: ${dayAndTime(proximaColeta)}`] : []),
    ...(cobertura.fatiasComFalha > 0
      ? [`Consultas com falha: ${decimal(cobertura.fatiasComFalha)} de ${decimal(cobertura.fatias)}`]
      : []),
    '',
    ...(commit === null ? [] : [table, '']),
    ...alertas.map((alerta) => paint.doubtful(`Alerta: ${alerta}`)),
    paint.faint(sourceLine(resposta, canvas)),
  ].join('\n')
}

export function statusCsv(resposta: RespostaSituacao): string {
  return tableCsv(
    ['combustivel', 'atualizadoEm', 'postos', 'suspeitos'],
    rowsOf(resposta).map(({ slug, atualizadoEm, postos, suspeitos }) => [
      slug,
      atualizadoEm,
      postos,
      suspeitos,
    ]),
  )
}

function lastCollection({
  fim,
  resultado,
  motivo,
  pedidos,
  falhas,
}: NonNullable<RespostaSituacao['ultimaColeta']>) {
  const failed = falhas > 0 ? `, ${count(falhas, 'falha', 'falhas')}` : ''
  return `Última coleta: ${OUTCOMES[resultado]} em ${dayAndTime(fim)}, ${count(pedidos, 'pedido', 'pedidos')}${failed}${motivo ? `. ${motivo}` : ''}`
}

function rowsOf({ combustiveis: answered }: RespostaSituacao) {
  return combustiveis.flatMap(({ slug }: { slug: Slug }) => {
    const fuel = answered[slug]
    return fuel ? [{ slug, ...fuel }] : []
  })
}
