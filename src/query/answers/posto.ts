import type { Atribuicao } from '../../domain/answers/common.ts'
import type { OutroProduto, RespostaPosto } from '../../domain/answers/posto.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import { combustiveis } from '../../domain/facts/fuels.ts'
import { judge } from '../../domain/trust/judging.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import type { Atual } from '../../domain/state/commit-state.ts'
import { knownStation } from '../lists/snapshot.ts'
import type { createHistorico } from './historico.ts'
import { parityOf, rankOf } from './ranking.ts'
import type { Snapshot } from '../lists/snapshot.ts'

export type PedidoDoPosto = Pedido<'posto'> & { cnpj: string }

type CombustivelDoPosto = NonNullable<RespostaPosto['combustiveis'][Slug]>

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export async function answerPosto(
  snapshot: Snapshot,
  { series }: ReturnType<typeof createHistorico>,
  { cnpj, razao }: PedidoDoPosto,
  atribuicao: Atribuicao,
): Promise<RespostaPosto> {
  const estabelecimento = knownStation(snapshot, cnpj)
  const paridade = parityOf(
    entryOf(snapshot, 'alcool', cnpj),
    entryOf(snapshot, 'gasolina-comum', cnpj),
    razao,
  )
  return {
    estabelecimento,
    atualizadoEm: snapshot.atualizadoEm,
    combustiveis: fuelsOf(snapshot, cnpj),
    ...(paridade && { paridade }),
    historico: await series(snapshot, { cnpj }),
    ...atribuicao,
  }
}

function fuelsOf(snapshot: Snapshot, cnpj: string): RespostaPosto['combustiveis'] {
  const fuels: RespostaPosto['combustiveis'] = {}
  for (const { slug, nome, codigoOrigem } of combustiveis) {
    const entry = entryOf(snapshot, slug, cnpj)
    if (!entry) continue
    const { reference } = snapshot.list(slug)
    const outros = snapshot
      .current(cnpj, slug)
      .filter(({ produto }) => produto !== entry.produto)
      .map((atual) => toOther(atual, reference))
    const fuel: CombustivelDoPosto = {
      nome,
      codigoOrigem,
      produto: entry.produto,
      ...(outros.length > 0 && { outros }),
      ...(entry.suspeito && { suspeito: entry.suspeito }),
      confirmacao: entry.confirmacao,
      usual: entry.usual,
      precoProvavel: entry.precoProvavel,
      posicao: rankOf(snapshot, slug, entry),
    }
    fuels[slug] = fuel
  }
  return fuels
}

function toOther(atual: Atual, reference: number | null): OutroProduto {
  return { ...atual.produto, ...judge(atual, reference) }
}

function entryOf(snapshot: Snapshot, slug: Slug, cnpj: string) {
  const list = snapshot.list(slug)
  const at = list.positionOf(cnpj)
  return at === undefined ? undefined : list.entries[at]
}
