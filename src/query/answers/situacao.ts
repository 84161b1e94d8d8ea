import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { RespostaSituacao } from '../../domain/answers/situacao-and-menus.ts'
import { perFuel } from '../../domain/facts/fuels.ts'
import type { Coleta } from '../../domain/state/commit-state.ts'
import { HOUR, addMs } from '../../domain/basics/time.ts'
import { alertsOf, extentOf } from '../alerts/all-alerts.ts'
import { countsOf } from '../places/brands.ts'
import type { Status } from '../current/dataset.ts'
import type { Snapshot } from '../lists/snapshot.ts'

/** Freshness and completeness of the data. The only answer with events after the commit served. */
export function answerSituacao(status: Status): Unattributed<'situacao'> {
  const { snapshot } = status
  const coleta = lastCollection(status)
  const extent = snapshot && extentOf(snapshot)
  const registry = snapshot && registryOf(snapshot)
  return {
    commit: snapshot?.commit.cabecalho.seq ?? null,
    atualizadoEm: snapshot?.atualizadoEm ?? null,
    proximaColeta: status.proximaColeta,
    ultimaColeta: coleta && {
      inicio: coleta.inicio,
      fim: coleta.fim,
      resultado: coleta.resultado,
      ...(coleta.motivo !== undefined && { motivo: coleta.motivo }),
      pedidos: coleta.pedidos,
      falhas: coleta.falhas,
    },
    vendaMaisRecente: extent && extent.newestSale,
    cobertura: {
      municipios: extent?.towns ?? 0,
      postos: extent?.stations ?? 0,
      postosNasListas: extent?.priced ?? 0,
      pontosContraditos: extent?.contradicted ?? 0,
      fatias: coleta?.fatias ?? 0,
      fatiasComFalha: coleta?.fatiasComFalha.length ?? 0,
    },
    combustiveis: perFuel(({ slug }) => {
      const list = snapshot?.list(slug)
      return {
        atualizadoEm: snapshot?.updatedAt(slug) ?? null,
        postos: list?.entries.length ?? 0,
        suspeitos: list ? list.entries.length - list.believed.length : 0,
      }
    }),
    ...(registry && { cadastroDePostos: registry }),
    alertas: alertsOf(status, coleta, extent),
  }
}

function registryOf(snapshot: Snapshot): RespostaSituacao['cadastroDePostos'] {
  const { cadastro } = snapshot.commit
  if (!cadastro) return undefined
  const counts = countsOf(snapshot)
  return {
    em: cadastro.em,
    postos: cadastro.postos.length,
    linhasRecusadas: cadastro.recusadas,
    foraDoCadastro: counts.foraDoCadastro,
    semBandeira: counts.semBandeira,
    pontos: snapshot.stations().filter(({ posto }) => posto.endereco.localizacao?.origem === 'anp').length,
    bandeiras: counts.bandeiras.map(({ slug, nome, postos }) => ({ bandeira: slug, nome, postos })),
  }
}

/** The last attempt when it is newer than the commit's collection, also one that published nothing. */
export function lastCollection({ snapshot, lastAttempt, agora }: Status): Coleta | null {
  const published = snapshot?.commit.cabecalho.coleta ?? null
  const attempt = lastAttempt?.coleta ?? null
  if (!published || !attempt) return published ?? attempt
  // One dated by a clock years ahead would hide for years what comes after it.
  const isAhead = published.inicio > addMs(agora, HOUR)
  return attempt.inicio >= published.inicio || isAhead ? attempt : published
}
