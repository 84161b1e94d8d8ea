import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type RespostaPosto, respostaPostoSchema } from '../../domain/answers/posto.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import {
  JANELA,
  NA_JANELA,
  PERTO,
  written,
  ORDINARY_PERCENT,
  STATIONS_TO_COMPARE,
} from '../../domain/facts/rules.ts'
import { contraryWords, doubtOf, salesAtPrice } from '../../format/words/doubt.ts'
import { age, count, dayAndTime, decimal, money, isStale } from '../../format/words/formatting.ts'
import { toMs } from '../../domain/basics/time.ts'
import { phoneOf } from '../../format/words/names.ts'
import { isBelowUsual, standing, weekendHabit, againstAdditive } from '../../format/words/comparisons.ts'
import { inputSchema, readArguments } from './arguments.ts'
import { candidatesSchema, chooseStation, stationNotes, stationParameters } from '../words/station.ts'
import { alternations, lengthOf, newestOf, isOneSale } from '../words/series.ts'
import {
  firstThatFits,
  NAMED_OTHERWISE,
  PAY_THE_USUAL,
  UNCONFIRMED,
  toolResult,
  observacoesSchema,
  ofText,
  unitPrice,
  registryTold,
  updated,
  whoAndWhere,
} from '../words/text.ts'
import type { Tool } from './tool-definition.ts'

const accepted = [...stationParameters, 'combustivel', 'razao'] as const

export const posto: Tool = {
  title: 'Um posto: seus preços e se são bons',
  purpose: 'diz tudo de um posto',
  description: `Tudo de um posto: o preço de cada combustível e de quando é, se é barato ou caro no município (ou no estado, quando lá há menos de ${written(STATIONS_TO_COMPARE)} postos), se o álcool compensa nele, e os últimos 30 dias. One gas station in Alagoas, Brazil, by name: its fuel prices, and is the price good.
Use quando a pergunta nomeia um posto (“o preço do posto tal está bom?”). Não use para achar o mais barato ou comparar postos (precos), nem para outro período (historico).
Diga cnpj, ou nome com bairro ou municipio, nunca os dois. Um encontrado responde; vários são listados, com CNPJ, preços e hora; nenhum é uma recusa com nomes parecidos.
Ficam de fora combustíveis sem venda há ${JANELA}. Um preço com suspeito parece erro da nota e não tem posicao. confirmacao.vendas são as seguidas a até ${PERTO} dele; nestePreco, a ele.
Em posicao, colocacao 1 é o mais barato, e faixa diz barato ou caro: no quarto mais barato ou mais caro, e a mais de ${ORDINARY_PERCENT} % da mediana. paridade.limite é a razao dita, ou 0,7.`,
  inputSchema: inputSchema(accepted, stationNotes),
  // The tool `historico` describes the members of `historico`.
  outputSchema: z.union([
    respostaPostoSchema.extend({ historico: z.object({}), observacoes: observacoesSchema }),
    candidatesSchema,
  ]),
  async handler(args, { query }) {
    const { combustivel, razao, ...named } = readArguments('posto', args, accepted)
    const choice = await chooseStation({ ...named, combustivel }, query)
    if ('answer' in choice) return choice.answer
    const resposta = await query.posto({ ...choice, combustivel, razao })
    const { historico } = resposta
    return firstThatFits([() => toResult(resposta, combustivel)], (n) =>
      toResult(
        resposta,
        combustivel,
        { ...resposta, historico: { ...historico, combustiveis: newestOf(historico.combustiveis, n) } },
        `Do histórico vêm só os ${n} trechos mais novos de cada combustível; as contas são de todos. A ferramenta historico dá os outros.`,
      ),
    )
  },
}

function toResult(
  resposta: RespostaPosto,
  asked: Slug | undefined,
  structured = resposta,
  note?: string,
): CallToolResult {
  const { estabelecimento, combustiveis, atualizadoEm, paridade } = resposta
  const { endereco } = estabelecimento
  const entries = Object.entries(combustiveis) as [Slug, Price][]
  const prices = Object.values(combustiveis)
  const naNota = Object.fromEntries(
    entries.flatMap(([slug, { produto }]) => {
      const words = contraryWords(slug, produto)
      return words === undefined ? [] : [[slug, words]]
    }),
  )
  return toolResult({
    sentences: [
      prices.length === 0
        ? `O posto é conhecido, mas não tem venda${asked ? ` de ${fuelOf(asked).nomePopular}` : ''} ${NA_JANELA}.`
        : ofText(
            `O posto (nome e endereço no bloco a seguir)${asked ? '' : ` vende ${count(prices.length, 'combustível', 'combustíveis')}`}:`,
          ),
      ...entries.map(([slug, price]) => {
        const habit = price.fimDeSemana ? ` Aqui, ${weekendHabit(price.fimDeSemana)}.` : ''
        return ofText(`- ${priceSentence(price, atualizadoEm)}${habit}${monthOf(resposta, slug)}`)
      }),
      prices.some((price) => doubtOf(price) !== undefined) && PAY_THE_USUAL,
      prices.some(({ suspeito }) => suspeito) && 'Preço suspeito parece erro da nota: não conte com ele.',
      prices.some(({ suspeito }) => suspeito?.motivo === 'sem_confirmacao') && UNCONFIRMED,
      Object.keys(naNota).length > 0 && NAMED_OTHERWISE,
      paridade &&
        `Aqui compensa ${paridade.compensa === 'alcool' ? 'o álcool' : 'a gasolina'}: o álcool custa ${decimal(paridade.razao)} da gasolina comum (limite ${decimal(paridade.limite)})${againstAdditive(paridade)}.`,
      ...alternations(resposta.historico.combustiveis),
      ...(resposta.historico.observacoes ?? []),
      note,
      registryTold(resposta),
      updated(atualizadoEm),
    ],
    data: {
      ...whoAndWhere(estabelecimento),
      logradouro: endereco.nomeLogradouro,
      numero: endereco.numeroImovel,
      telefone: phoneOf(estabelecimento) ?? null,
      ...(Object.keys(naNota).length > 0 && { naNota }),
      ...(estabelecimento.bandeiraNome && { bandeira: estabelecimento.bandeiraNome }),
    },
    structured,
  })
}

/** The last 30 days, appended to the present price. */
function monthOf({ historico }: RespostaPosto, slug: Slug): string {
  const fuel = historico.combustiveis[slug]
  if (!fuel?.resumo) return ''
  if (isOneSale(fuel)) return ' É a única venda conhecida em 30 dias.'
  const { minimo, maximo } = fuel.resumo
  const said = [`de ${money(minimo)} a ${money(maximo)}`, lengthOf(fuel, 'mudancas')].filter(Boolean)
  return ` Em 30 dias: ${minimo === maximo ? `sempre ${money(minimo)}` : said.join(', ')}.`
}

type Price = NonNullable<RespostaPosto['combustiveis'][Slug]>

function priceSentence({ nomePopular: nome, ...fuel }: Price, atualizadoEm: string): string {
  const { produto, suspeito, posicao } = fuel
  const { venda, unidadeMedida } = produto
  const doubt = doubtOf(fuel)
  const price = `${nome}: ${unitPrice(venda.valorDeclarado, unidadeMedida)}, venda de ${dayAndTime(venda.dataVenda)} (${age(venda.dataVenda, toMs(atualizadoEm))}), ${salesAtPrice(fuel.confirmacao)}${doubt ? ` (${doubt})` : ''}`
  if (suspeito) return `${price}; preço suspeito (${suspeito.motivo}; mediana ${money(suspeito.referencia)}).`
  if (!posicao) return `${price}.`
  return `${price}; ${isBelowUsual(fuel) || isStale(venda.dataVenda, atualizadoEm) ? '' : `${posicao.faixa}, `}${standing(fuel, posicao)}.`
}
