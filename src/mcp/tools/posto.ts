import { z } from 'zod'
import { type RespostaPosto, respostaPostoSchema } from '../../domain/answers/posto.ts'
import { type Slug, fuelOf } from '../../domain/facts/fuels.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { doubtOf, salesAtPrice } from '../../format/words/doubt.ts'
import { contraryWords } from '../../format/words/invoice-words.ts'
import { age, count, day, dayAndTime, decimal, money } from '../../format/words/formatting.ts'
import { dayOf, toMs } from '../../domain/basics/time.ts'
import * as comparisons from '../../format/words/comparisons.ts'
import { inputSchema, readArguments } from './arguments.ts'
import { type Chosen, candidatesSchema, chooseStation, stationParameters } from '../words/station.ts'
import { alternations, believedRuns, seriesLength, newestOf } from '../words/series.ts'
import { firstThatFits, ofText, rows, toolResult, whoAndWhere } from '../words/tool-result.ts'
import { PAY_THE_USUAL, UNCONFIRMED, registryTold, unitPrice } from '../words/text.ts'
import { type Tool, textsOf } from './tool-definition.ts'

const { paridade } = respostaPostoSchema.shape
const accepted = [...stationParameters, 'combustivel', 'razao'] as const

export const posto: Tool = {
  ...textsOf('posto'),
  inputSchema: inputSchema('posto', accepted),
  // The tool `historico` describes the members of `historico`; those of `provavel` are those of `paridade`.
  outputSchema: z.union([
    respostaPostoSchema.extend({
      paridade: paridade
        .unwrap()
        .omit({ razaoAditivada: true })
        .extend({ provavel: z.object({}) })
        .optional(),
      observacoes: z.array(z.string()),
    }),
    candidatesSchema,
  ]),
  async handler(args, { query }) {
    const { combustivel, razao, ...named } = readArguments('posto', args, accepted, posto.inputSchema)
    const choice = await chooseStation({ ...named, combustivel }, query)
    if ('answer' in choice) return choice.answer
    const resposta = await query.posto({ cnpj: choice.cnpj, combustivel, razao })
    const made = (n?: number) => toResult(resposta, combustivel, choice, n)
    return firstThatFits([made], made)
  },
}

/** Sentences are of the whole history, of which the structure may have the newest `n` members of each series alone. */
function toResult(
  resposta: RespostaPosto,
  asked: Slug | undefined,
  { why, razaoSocial }: Chosen,
  n = Infinity,
) {
  const { estabelecimento, combustiveis, atualizadoEm, paridade, historico } = resposta
  const { endereco } = estabelecimento
  const entries = Object.entries(combustiveis) as [Slug, Price][]
  const prices = Object.values(combustiveis)
  const naNota = Object.fromEntries(
    entries.map(([slug, { produto }]) => [slug, contraryWords(slug, produto)]),
  )
  const others = entries.flatMap(([combustivel, { outros = [] }]) =>
    outros.map(({ descricao, venda }) => ({ combustivel, descricao, preco: venda.valorDeclarado })),
  )
  const isContrary = Object.values(naNota).some(Boolean)
  return toolResult({
    sentences: [
      prices.length === 0
        ? `O posto é conhecido, mas não tem venda${asked ? ` de ${fuelOf(asked).nomePopular}` : ''} ${NA_JANELA}.`
        : ofText(
            `O posto (nome e endereço no bloco a seguir)${asked ? '' : ` vende ${count(prices.length, 'combustível', 'combustíveis')}`}:`,
          ),
      ...entries.map(([slug, price]) => {
        const habit = price.fimDeSemana ? ` Aqui, ${comparisons.weekendHabit(price.fimDeSemana)}.` : ''
        return ofText(
          `- ${priceSentence(price, atualizadoEm)}${alsoSold(price)}${habit}${monthOf(resposta, slug)}`,
        )
      }),
      prices.some((price) => doubtOf(price) !== undefined) && PAY_THE_USUAL,
      prices.some(({ suspeito }) => suspeito) && 'Preço suspeito fica longe dos outros: não conte com ele.',
      prices.some(({ suspeito }) => suspeito?.motivo === 'sem_confirmacao') && UNCONFIRMED,
      isContrary &&
        'Onde há naNota (na estrutura, produto.descricao), a nota dá ao produto o nome de outro combustível.',
      paridade && comparisons.paritySentence(paridade),
      ...alternations(historico.combustiveis),
      ...(historico.observacoes ?? []),
      n < Infinity &&
        `Do histórico vêm só os ${n} trechos mais novos de cada combustível; as contas são de todos. A ferramenta historico dá os outros.`,
      why,
      registryTold(resposta),
    ],
    data: {
      ...whoAndWhere(estabelecimento),
      ...(razaoSocial !== undefined && { razaoSocial }),
      logradouro: endereco.nomeLogradouro,
      numero: endereco.numeroImovel,
      telefone: estabelecimento.telefone,
      ...(isContrary && { naNota }),
      ...(others.length > 0 && { outros: rows(others) }),
      ...(estabelecimento.bandeiraNome && { bandeira: estabelecimento.bandeiraNome }),
    },
    structured: {
      ...resposta,
      historico: { ...historico, combustiveis: newestOf(historico.combustiveis, n) },
    },
  })
}

/** Other products of the station under the same fuel; their names are the station's own text, in the rows `outros`. */
function alsoSold({ outros = [], produto }: Price): string {
  const said = outros.map(({ venda, suspeito }) => {
    const price = `${unitPrice(venda.valorDeclarado, produto.unidadeMedida)} (${day(venda.dataVenda)})`
    return suspeito ? `${price}, preço suspeito` : price
  })
  return said.length === 0 ? '' : ` Vende também outro produto (descricao em outros) a ${said.join(' e a ')}.`
}

/** The last 30 days, appended to the present price. */
function monthOf({ historico }: RespostaPosto, slug: Slug): string {
  const fuel = historico.combustiveis[slug]
  if (!fuel?.resumo) return ''
  if (comparisons.isOneSale(fuel)) return ' É a única venda conhecida em 30 dias.'
  const { minimo, maximo } = fuel.resumo
  const said = [`de ${money(minimo)} a ${money(maximo)}`, seriesLength(fuel, 'mudancas')].filter(Boolean)
  const [first = historico.periodo.desde] = believedRuns(fuel.serie)
    .map(({ de }) => de)
    .toSorted()
  const since = dayOf(first) > historico.periodo.desde ? `Desde ${day(first).slice(0, 5)}` : 'Em 30 dias'
  return ` ${since}: ${minimo === maximo ? `sempre ${money(minimo)}` : said.join(', ')}.`
}

type Price = NonNullable<RespostaPosto['combustiveis'][Slug]>

function priceSentence({ nomePopular: nome, ...fuel }: Price, atualizadoEm: string): string {
  const { produto, suspeito, posicao } = fuel
  const { venda, unidadeMedida } = produto
  const doubt = doubtOf(fuel)
  const price = `${nome}: ${unitPrice(venda.valorDeclarado, unidadeMedida)}, venda de ${dayAndTime(venda.dataVenda)} (${age(venda.dataVenda, toMs(atualizadoEm))}), ${salesAtPrice(fuel.confirmacao)}${doubt ? ` (${doubt})` : ''}`
  if (suspeito) return `${price}; preço suspeito (${suspeito.motivo}; mediana ${money(suspeito.referencia)}).`
  if (!posicao) return `${price}.`
  // A doubtful price is neither cheap nor dear.
  const word = doubt === undefined && comparisons.bandWord(posicao, fuel, atualizadoEm)
  const { colocacao, colocacaoProvavel } = posicao
  const declared =
    colocacao === colocacaoProvavel ? '' : ` (pelo preço provável; pelo declarado, ${decimal(colocacao)}º)`
  return `${price}; ${word ? `${word}, ` : ''}${comparisons.standing(fuel, posicao)}${declared}.`
}
