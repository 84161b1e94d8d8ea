import { combustiveis } from '../../domain/facts/fuels.ts'
import { COMO_VER_OS_SUSPEITOS } from '../../query/alerts/all-alerts.ts'
import { counted, fixedMoment, moment, withReais } from '../words/page-figures.ts'
import { html, fact, intro, table } from '../markup/html.ts'
import { reachOf, registryReach } from '../../format/words/source-words.ts'
import type { Content, Sources } from '../request/page-interfaces.ts'

export async function statusPage({ query, links }: Sources): Promise<Content> {
  const answer = await query.situacao()
  const { atualizadoEm, vendaMaisRecente, proximaColeta, ultimaColeta, alertas } = answer
  const rows = combustiveis.map(({ slug, nomePopular: nome }) => {
    const fuel = answer.combustiveis[slug]
    return html`<tr>
      <th scope="row"><a href="${links.fuel(slug)}">${nome}</a></th>
      <td>${fuel?.postos ?? 0}${fuel && fuel.suspeitos > 0 && `, ${fuel.suspeitos} fora`}</td>
      <td>${fuel?.atualizadoEm ? moment(fuel.atualizadoEm) : 'nunca'}</td>
    </tr>`
  })
  const state =
    alertas.length === 0 ? 'Tudo em ordem.' : `${counted(alertas.length, 'aviso', 'avisos')} sobre os dados.`
  return {
    title: 'Situação dos dados',
    description: 'Quão novos e completos estão os preços, e o que houve de anormal.',
    path: links.page('situacao/'),
    atualizadoEm,
    main: html` ${intro('Situação dos dados', html`<p class="lead">${state}</p>`)}
      ${
        alertas.length > 0 &&
        html`<ul class="alerts">
          ${alertas.map((alerta) => html`<li class="care">${withReais(alerta).replace(COMO_VER_OS_SUSPEITOS, 'cada lista diz quais e por quê')}</li>`)}
        </ul>`
      }
      <dl class="facts">
        ${fact('Coleta dos preços', atualizadoEm && moment(atualizadoEm))}
        ${fact('Venda mais recente', vendaMaisRecente && moment(vendaMaisRecente))}
        ${fact('Próxima coleta', proximaColeta && fixedMoment(proximaColeta))}
        ${fact('Última coleta', ultimaColeta && html`${moment(ultimaColeta.fim)}, ${OUTCOMES[ultimaColeta.resultado]}: ${counted(ultimaColeta.pedidos, 'pedido', 'pedidos')}, ${counted(ultimaColeta.falhas, 'falha', 'falhas')}${ultimaColeta.motivo && `. ${ultimaColeta.motivo}`}`)}
        ${fact('Alcance', reachOf(answer))}
        ${fact('Cadastro de postos (bandeiras)', registryReach(answer) ?? null)}
      </dl>
      <h2>Por combustível</h2>
      <div class="scroll">
        ${table('Coleta por combustível', ['Combustível', 'Postos', 'Coleta'], rows, { wide: true })}
      </div>
      <p class="note">${query.source().times} O mesmo <a href="${links.api('situacao')}">em JSON</a>.</p>`,
  }
}

const OUTCOMES = { completa: 'completa', parcial: 'em parte', falhou: 'falhou' } as const
