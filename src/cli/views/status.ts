import { inFlags } from '../terminal/report.ts'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import { fuelOf, slugs } from '../../domain/facts/fuels.ts'
import { type Sheet, members, sheetOf } from '../../format/files/sheet.ts'
import { type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { age, dayAndTime, decimal } from '../../format/words/formatting.ts'
import { SEM_DADOS } from '../../query/current/no-data.ts'
import { collectionTold, reachOf, registryReach } from '../../format/words/source-words.ts'
import { timeOrNever } from './wording.ts'

export function statusView(resposta: RespostaSituacao, now: number): View {
  const { commit, cobertura, vendaMaisRecente, ultimaColeta, proximaColeta, alertas } = resposta
  const reach = registryReach(resposta)
  const table = tableOf(rowsOf(resposta), [
    left('COMBUSTÍVEL', ({ slug }) => fuelOf(slug).nomePopular, { min: 12 }),
    right('POSTOS', ({ postos }) => decimal(postos)),
    right('SUSPEITOS', ({ suspeitos }) => decimal(suspeitos)),
    left('ATUALIZADO', ({ atualizadoEm }) => timeOrNever(atualizadoEm)),
  ])
  return {
    title: headline(resposta),
    lead: [
      vendaMaisRecente &&
        `Venda mais recente: ${dayAndTime(vendaMaisRecente)} (${age(vendaMaisRecente, now)})`,
      ultimaColeta && collectionTold(ultimaColeta),
      proximaColeta && `Próxima coleta: ${dayAndTime(proximaColeta)}`,
      cobertura.fatiasComFalha > 0 &&
        `Consultas com falha: ${decimal(cobertura.fatiasComFalha)} de ${decimal(cobertura.fatias)}`,
      reach && `Cadastro de postos: ${reach}`,
    ],
    body: [[commit !== null && table]],
    notes: alertas.map((alerta) => ({ text: `Alerta: ${inFlags(alerta)}`, tone: 'doubtful' })),
  }
}

export function statusSheet(resposta: RespostaSituacao): Sheet {
  return sheetOf('situacao', rowsOf(resposta), {
    combustivel: ({ slug }) => slug,
    ...members('atualizadoEm', 'postos', 'suspeitos'),
  })
}

function headline(resposta: RespostaSituacao): string {
  const { commit, alertas } = resposta
  if (commit === null)
    return alertas.some((alerta) => alerta.startsWith(SEM_DADOS))
      ? 'Ainda não há dados: rode gasolina atualizar.'
      : 'Nenhum dado pôde ser lido.'
  const state = commit === 0 ? 'Estado reconstruído' : `Commit ${commit}`
  return `${state}: ${reachOf(resposta)}`
}

function rowsOf({ combustiveis: answered }: RespostaSituacao) {
  return slugs.flatMap((slug) => {
    const fuel = answered[slug]
    return fuel ? [{ slug, ...fuel }] : []
  })
}
