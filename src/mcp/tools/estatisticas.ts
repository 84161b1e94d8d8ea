import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RespostaEstatisticas, Variacao } from '../../domain/answers.ts'
import { slugs } from '../../domain/fuels.ts'
import type { Pedido } from '../../domain/parameters.ts'
import { count, decimal, money, moneyChange, percentChange } from '../../format/words.ts'
import { inputSchema, readArguments, toolParameters } from '../arguments.ts'
import { firstThatFits, SHORTER } from '../bound.ts'
import { comparedSchema, groupRows, groupSentences, leanGroups } from '../groups.ts'
import type { Sentence } from '../text.ts'
import { inBothViews, ofText, placeOf, placeSentences, unitPrice, updated, whoAndWhere } from '../text.ts'
import type { Tool } from '../tool.ts'
import { lookup } from '../tool.ts'

const accepted = toolParameters('estatisticas')

export const estatisticas: Tool = {
  name: 'estatisticas',
  title: 'Médias, economia, tendência e comparação de lugares',
  description: `Resume os preços dos seis combustíveis em Alagoas, ou num bairro ou município: menor, médio, mediano e maior preço, quanto se poupa escolhendo o posto, como a mediana variou em um dia, uma semana e um mês, e se o álcool compensa. Com por, municipios ou raio compara lugares por um combustível, em grupos: todos os municípios (por=municipio), os bairros de um (por=bairro), alguns (municipios=a,b,c) ou um e seus vizinhos (municipio e raio).
Use para “está caro”, “subiu ou baixou”, “quanto economizo num tanque”, “álcool ou gasolina”, “em que cidade é mais barato”, “vale ir à cidade vizinha”. Para a lista de postos use precos; para um posto determinado, posto ou historico.
Não traz a lista de postos, só o mais barato de cada combustível ou lugar. Preços suspeitos ficam fora de todos os números; suspeitos os conta e regraDosSuspeitos diz como.
economia.porUnidade é a distância entre o mais caro e o mais barato, e economia.tanque a multiplica por litros. variacao compara com 24 horas, 7 dias e 30 dias antes de atualizadoEm, e é null sem dados daquele tempo. colocacao é pela mediana, entre lugares de três postos ou mais. paridade.razaoMediana até 0,7 favorece o álcool num carro flex médio.`,
  inputSchema: inputSchema(accepted, {
    litros: 'Padrão 50',
    combustivel: 'Só ao comparar lugares; padrão gasolina-comum',
    raio: 'Em km, com municipio',
  }),
  outputSchema: comparedSchema,
  annotations: lookup,
  async handler(args, { query }) {
    const pedido = readArguments('estatisticas', args, accepted)
    const resposta = await query.estatisticas(pedido)
    return resposta.comparacao && resposta.grupos
      ? compared(resposta, resposta.comparacao, resposta.grupos, pedido)
      : summarized(resposta)
  },
}

function summarized(resposta: RespostaEstatisticas): Promise<CallToolResult> {
  const said = sentences(resposta)
  const result = (data: object): CallToolResult =>
    inBothViews({
      sentences: said,
      data: { ...placeOf(resposta), ...data },
      structured: { ...resposta, combustiveis: leanFuels(resposta) },
    })
  // The second is for a day when six names of the greatest length meet.
  return firstThatFits([() => result({ maisBaratos: cheapest(resposta) }), () => result({})])
}

/** Whole, else without the middles of places and those without a price, else the first ones. */
function compared(
  resposta: RespostaEstatisticas,
  comparacao: NonNullable<RespostaEstatisticas['comparacao']>,
  all: NonNullable<RespostaEstatisticas['grupos']>,
  pedido: Pedido<'estatisticas'>,
): Promise<CallToolResult> {
  const result = (grupos: ReturnType<typeof leanGroups>, note?: string): CallToolResult =>
    inBothViews({
      sentences: [
        ...groupSentences(comparacao, all, pedido),
        note,
        ...placeSentences(resposta),
        updated(resposta.atualizadoEm),
      ],
      data: { ...placeOf(resposta), ...groupRows(grupos) },
      structured: { ...resposta, combustiveis: leanFuels(resposta), grupos },
    })
  const lean = leanGroups(all)
  return firstThatFits([
    () => result(all),
    () => result(lean, lean.length < all.length ? 'Lugares sem preço ficaram fora da lista.' : undefined),
    ...SHORTER.filter((n) => n < lean.length).map(
      (n) => () =>
        result(lean.slice(0, n), `Couberam os ${n} primeiros: para outros, diga quais em municipios.`),
    ),
  ])
}

type Figures = RespostaEstatisticas['combustiveis'][keyof RespostaEstatisticas['combustiveis']]

function sentences(resposta: RespostaEstatisticas): Sentence[] {
  const { combustiveis, paridade, atualizadoEm } = resposta
  const { razaoMediana, postosEmQueAlcoolCompensa, postos } = paridade
  return [
    ...slugs.map((slug) => ofText(`- ${fuelSentence(combustiveis[slug])}`)),
    razaoMediana !== null &&
      `Álcool ou gasolina: na mediana o álcool custa ${decimal(razaoMediana)} da gasolina comum; compensa em ${postosEmQueAlcoolCompensa} de ${count(postos, 'posto', 'postos')} (até 0,7).`,
    ...placeSentences(resposta),
    slugs.some((slug) => lacksPast(combustiveis[slug])) &&
      'Onde falta a variação de um dia, uma semana ou um mês, não há dados daquele tempo.',
    updated(atualizadoEm),
  ]
}

function lacksPast({ postos, variacao }: Figures): boolean {
  return postos > 0 && Object.values(variacao).includes(null)
}

/** Of who sells for the least only what names it; `posto` tells the rest. */
function leanFuels({ combustiveis }: RespostaEstatisticas) {
  return Object.fromEntries(
    slugs.map((slug) => {
      const { maisBarato, ...figures } = combustiveis[slug]
      return [slug, { ...figures, maisBarato: maisBarato && leanCheapest(maisBarato) }]
    }),
  )
}

function leanCheapest({ estabelecimento, produto }: NonNullable<Figures['maisBarato']>) {
  const { cnpj, nomeFantasia, endereco } = estabelecimento
  const { bairro, municipio } = endereco
  const { dataVenda, valorDeclarado } = produto.venda
  return {
    estabelecimento: { cnpj, nomeFantasia, endereco: { bairro, municipio } },
    produto: { venda: { dataVenda, valorDeclarado } },
  }
}

function fuelSentence(figures: Figures): string {
  const { nome, unidadeMedida, postos, precoMinimo, precoMediano, precoMedio, precoMaximo, suspeitos } =
    figures
  const left = suspeitos > 0 && `${count(suspeitos, 'suspeito fora', 'suspeitos fora')} da conta`
  if (precoMinimo === null || precoMediano === null || precoMedio === null || precoMaximo === null)
    return [`${nome}: sem preço`, left].filter(Boolean).join('; ')
  const { tanque } = figures.economia
  return [
    `${nome}, ${count(postos, 'posto', 'postos')}: de ${money(precoMinimo)} a ${unitPrice(precoMaximo, unidadeMedida)}, mediana ${money(precoMediano)}, média ${money(precoMedio)}`,
    tanque && tanque.valor !== null && `poupa até ${money(tanque.valor)} em ${decimal(tanque.litros)} L`,
    changes(figures.variacao),
    left,
  ]
    .filter(Boolean)
    .join('; ')
}

function changes({ dia, semana, mes }: Figures['variacao']): string {
  const said = [change(dia, 'um dia'), change(semana, 'uma semana'), change(mes, 'um mês')].filter(Boolean)
  return said.length > 0 ? `mediana ${said.join(', ')}` : 'sem dados antigos'
}

function change(variacao: Variacao, span: string): string | undefined {
  if (!variacao) return undefined
  const { valor, percentual } = variacao
  return valor === 0 ? `igual em ${span}` : `${moneyChange(valor)} (${percentChange(percentual)}) em ${span}`
}

/** By fuel, who sells it for the least. */
function cheapest({ combustiveis }: RespostaEstatisticas): object {
  return Object.fromEntries(
    slugs.flatMap((slug) => {
      const found = combustiveis[slug].maisBarato
      if (!found) return []
      const preco = found.produto.venda.valorDeclarado
      return [[slug, { preco, ...whoAndWhere(found.estabelecimento) }]]
    }),
  )
}
