import type { Unattributed } from '../../domain/answers/common.ts'
import type { Paridade, RespostaPosto } from '../../domain/answers/posto.ts'
import { type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type Snapshot, knownStation } from '../lists/snapshot.ts'
import { rankOf } from '../lists/ranking.ts'
import type { createHistorico } from './historico.ts'
import type { createRecurrences } from '../past/recurrences.ts'
import { fromThousandths, toThousandths } from '../../domain/basics/numbers.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type Pair, USUAL_RATIO, ethanolPays, isOfParity } from '../../domain/facts/rules.ts'

export type PedidoDoPosto = Pedido<'posto'> & { cnpj: string }

type CombustivelDoPosto = NonNullable<RespostaPosto['combustiveis'][Slug]>

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export async function answerPosto(
  snapshot: Snapshot,
  {
    series,
    ofStation,
  }: Pick<ReturnType<typeof createHistorico>, 'series'> &
    Pick<ReturnType<typeof createRecurrences>, 'ofStation'>,
  { cnpj, combustivel, razao }: PedidoDoPosto,
): Promise<Unattributed<RespostaPosto>> {
  const estabelecimento = knownStation(snapshot, cnpj)
  const paridade = parityOf(
    entryOf(snapshot, 'alcool', cnpj),
    entryOf(snapshot, 'gasolina-comum', cnpj),
    razao,
  )
  const combustiveis = fuelsOf(snapshot, cnpj, combustivel)
  for (const [slug, fimDeSemana] of await ofStation(snapshot, cnpj))
    Object.assign(combustiveis[slug] ?? {}, { fimDeSemana })
  return {
    estabelecimento,
    atualizadoEm: snapshot.atualizadoEm,
    combustiveis,
    ...(paridade && isOfParity(combustivel) && { paridade }),
    historico: await series(snapshot, { cnpj, combustivel }),
  }
}

/** All that it sells, or the one asked for. */
function fuelsOf(snapshot: Snapshot, cnpj: string, asked: Slug | undefined): RespostaPosto['combustiveis'] {
  const fuels: RespostaPosto['combustiveis'] = {}
  for (const { slug, nome, nomePopular, codigoOrigem } of combustiveis) {
    if (asked !== undefined && slug !== asked) continue
    const entry = entryOf(snapshot, slug, cnpj)
    if (!entry) continue
    const fuel: CombustivelDoPosto = {
      nome,
      nomePopular,
      codigoOrigem,
      produto: entry.produto,
      ...(entry.outros && { outros: entry.outros }),
      ...(entry.suspeito && { suspeito: entry.suspeito }),
      confirmacao: entry.confirmacao,
      usual: entry.usual,
      precoProvavel: entry.precoProvavel,
      ...(entry.duvida && { duvida: entry.duvida }),
      posicao: rankOf(snapshot.list(slug), entry),
    }
    fuels[slug] = fuel
  }
  return fuels
}

function entryOf(snapshot: Snapshot, slug: Slug, cnpj: string) {
  const list = snapshot.list(slug)
  const at = list.positionOf(cnpj)
  return at === undefined ? undefined : list.entries[at]
}

/** undefined unless both prices are known and believed. */
function parityOf(
  alcool: Entrada | undefined,
  gasolina: Entrada | undefined,
  razao = USUAL_RATIO,
): Paridade | undefined {
  const prices = believedPair(alcool, gasolina)
  if (!prices) return undefined
  return {
    razao: fromThousandths((prices.alcool * 1000) / prices.gasolina),
    limite: razao,
    compensa: ethanolPays(prices, razao) ? 'alcool' : 'gasolina',
  }
}

function believedPair(alcool: Entrada | undefined, gasolina: Entrada | undefined): Pair | undefined {
  if (!alcool || !gasolina || alcool.suspeito || gasolina.suspeito) return undefined
  return {
    alcool: toThousandths(alcool.produto.venda.valorDeclarado),
    gasolina: toThousandths(gasolina.produto.venda.valorDeclarado),
  }
}
