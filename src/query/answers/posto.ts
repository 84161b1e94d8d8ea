import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import type { Paridade, RespostaPosto } from '../../domain/answers/posto.ts'
import { type Slug, combustiveis } from '../../domain/facts/fuels.ts'
import type { Pedido } from '../../domain/questions/parameters.ts'
import { type Snapshot, dataTime, entryOf, knownStation } from '../lists/snapshot.ts'
import { rankOf } from '../lists/ranking.ts'
import { readSeries } from './historico.ts'
import { recurrencesOfStation } from '../past/place-days.ts'
import { gasolineInParity, usualBelow } from '../../domain/trust/usual.ts'
import { toThousandths } from '../../domain/basics/numbers.ts'
import { type Pair, USUAL_RATIO, isOfParity, parityOf } from '../../domain/facts/rules.ts'

/** @throws {GasolinaError} `posto_nao_encontrado`. */
export async function answerPosto(
  snapshot: Snapshot,
  { cnpj, combustivel, razao }: Pedido<'posto'> & { cnpj: string },
): Promise<Unattributed<'posto'>> {
  const estabelecimento = knownStation(snapshot, cnpj)
  const paridade = parityAt(snapshot, cnpj, razao)
  const combustiveis = fuelsOf(snapshot, cnpj, combustivel)
  for (const [slug, fimDeSemana] of await recurrencesOfStation(snapshot, cnpj))
    Object.assign(combustiveis[slug] ?? {}, { fimDeSemana })
  return {
    estabelecimento,
    atualizadoEm: dataTime(snapshot, combustivel),
    combustiveis,
    ...(paridade && isOfParity(combustivel) && { paridade }),
    historico: await readSeries(snapshot, { cnpj, combustivel }),
  }
}

function fuelsOf(snapshot: Snapshot, cnpj: string, asked: Slug | undefined): RespostaPosto['combustiveis'] {
  const fuels: RespostaPosto['combustiveis'] = {}
  for (const { slug, nome, nomePopular, codigoOrigem } of combustiveis) {
    if (asked !== undefined && slug !== asked) continue
    const entry = entryOf(snapshot, slug, cnpj)
    if (!entry) continue
    const { estabelecimento: _, ...price } = entry
    const posicao = rankOf(snapshot.list(slug), entry)
    fuels[slug] = { nome, nomePopular, codigoOrigem, ...price, posicao }
  }
  return fuels
}

function parityAt(snapshot: Snapshot, cnpj: string, limite = USUAL_RATIO): Paridade | undefined {
  const [alcool, gasolina, additive] = (['alcool', 'gasolina-comum', 'gasolina-aditivada'] as const).map(
    (slug) => {
      const entry = entryOf(snapshot, slug, cnpj)
      return entry?.suspeito ? undefined : entry
    },
  )
  if (!alcool || !gasolina) return undefined
  const by = (priceOf: (entry: Entrada) => number, gasolineOf = priceOf) => {
    const [ethanol, gasoline] = [toThousandths(priceOf(alcool)), toThousandths(gasolineOf(gasolina))]
    const other = additive ? toThousandths(gasolineOf(additive)) : Infinity
    return parityWithAdditive({ alcool: ethanol, gasolina: gasoline }, other, limite)
  }
  const { razao, ...declared } = by(({ produto }) => produto.venda.valorDeclarado)
  const likely = by(({ precoProvavel }) => precoProvavel, gasolineInParity)
  return { razao, limite, ...declared, provavel: { ...likely, ...usualBelow(gasolina) } }
}

function parityWithAdditive(pair: Pair, additive: number, limite: number) {
  const parity = parityOf(pair, limite)
  if (parity.compensa === 'gasolina' || additive >= pair.gasolina) return parity
  const other = parityOf({ ...pair, gasolina: additive }, limite)
  return other.compensa === 'gasolina' ? { ...parity, razaoAditivada: other.razao } : parity
}
