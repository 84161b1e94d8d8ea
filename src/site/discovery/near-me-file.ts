import { mapInTurns } from '../../domain/basics/event-loop.ts'
import { longJson } from '../../format/json/answer-json.ts'
import { stationName, townOf, districtOf } from '../../format/words/names.ts'
import type { Slug } from '../../domain/facts/fuels.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { type Columns, sheetOf } from '../../format/files/sheet.ts'
import { isStale } from '../../format/words/formatting.ts'
import { doubtIn } from '../../format/words/doubt.ts'
import { type Sources, pedido } from '../request/page-interfaces.ts'

/**
 * All believed prices of a fuel in a third of the bytes of the full file: what a device needs to sort stations by its own
 * place, so that the place never leaves it. The values of a station are in the order of `campos`, by which scripts find them.
 * The JSON comes in pieces: at 42,000 stations, written at once, it held the event loop for half a second.
 */
export async function nearbyFile(
  { query, attribution }: Sources,
  combustivel: Slug,
): Promise<Iterable<string>> {
  const { conteudo, atualizadoEm, cadastro } = await query.precos(pedido('precos', { combustivel }))
  const columns: Columns<Entrada> = {
    cnpj: ({ estabelecimento }) => estabelecimento.cnpj,
    nome: ({ estabelecimento }) => stationName(estabelecimento),
    bairro: ({ estabelecimento }) => districtOf(estabelecimento.endereco),
    municipio: ({ estabelecimento }) => townOf(estabelecimento.endereco),
    latitude: ({ estabelecimento }) => estabelecimento.endereco.localizacao?.latitude,
    longitude: ({ estabelecimento }) => estabelecimento.endereco.localizacao?.longitude,
    exata: ({ estabelecimento }) => estabelecimento.endereco.localizacao?.precisao === 'exata',
    preco: ({ produto }) => produto.venda.valorDeclarado,
    provavel: ({ precoProvavel }) => precoProvavel,
    dataVenda: ({ produto }) => produto.venda.dataVenda,
    precisao: ({ estabelecimento }) => estabelecimento.endereco.localizacao?.precisao,
    vendas: ({ confirmacao }) => confirmacao.nestePreco,
    duvida: (entrada) => doubtIn(entrada)?.sales ?? 0,
    faixa: (entrada) =>
      isStale(entrada.produto.venda.dataVenda, atualizadoEm)
        ? null
        : query.posicao(combustivel, entrada)?.faixa,
    usual: (entrada) => doubtIn(entrada)?.usual,
    seguidas: ({ confirmacao }) => confirmacao.vendas,
    ...(cadastro && {
      bandeira: ({ estabelecimento }) => estabelecimento.bandeira,
      bandeiraNome: ({ estabelecimento }) => estabelecimento.bandeiraNome,
    }),
  }
  const { columns: campos, rows } = sheetOf(combustivel, conteudo, columns)
  const postos = await mapInTurns(rows, (row) => row)
  // An unknown value is null, as JSON writes undefined in a list.
  return longJson({ combustivel, atualizadoEm, campos, postos, ...attribution, cadastro })
}
