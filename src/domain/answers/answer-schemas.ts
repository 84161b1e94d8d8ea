import { z } from 'zod'
import { BEGINNING, CURSOR } from './cursor.ts'
import type { Slug } from '../facts/fuels.ts'
import { TODOS, combustiveis, slugs } from '../facts/fuels.ts'
import {
  cnpjSchema,
  diaSchema,
  enderecoSchema,
  estabelecimentoSchema,
  instanteSchema,
  produtoSchema,
  slugSchema,
} from '../facts/sale-record.ts'
import { ATE_POUCAS_VENDAS, NA_JANELA, PERTO, written } from '../facts/rule-words.ts'
import {
  ORDINARY_PERCENT,
  STATIONS_TO_COMPARE,
  USUAL_FEWEST_SALES,
  USUAL_HOURS,
  USUAL_MOST_SALES,
  WINDOW_HOURS,
} from '../facts/rules.ts'

/**
 * The answers, field by field. OpenAPI, the tools' output schemas and the tests' contract are made from these.
 * Money is in reais, distances in km, three decimals at most; percentages have one. null means unknown, never zero.
 */
const reais = z.number().describe('Em reais')
const contagem = z.number().int().min(0)
const nomeDoCombustivel = z.string().describe('Nome do combustível')
const codigoOrigem = z.number().int().describe('Código do combustível na fonte, de 1 a 6')
const unidade = z.enum(combustiveis.map((c) => c.unidade)).describe('L (litro) ou M3 (metro cúbico, no GNV)')
const sugestoes = z
  .array(z.string())
  .optional()
  .describe('Lugares de nome parecido, quando nenhum posto é do lugar pedido')

export const lugarSchema = z
  .object({
    ambito: z
      .enum(['estado', 'municipio', 'bairro', 'ponto', 'rota'])
      .describe('De que tamanho é o lugar; rota: ao longo de um caminho'),
    nome: z.string().describe('Como as pessoas o escrevem; se nada foi entendido, como veio na pergunta'),
    bairros: z.array(z.string()).describe('Bairros entendidos; vazio: o lugar não se limita a bairros'),
    municipios: z
      .array(
        z.object({
          nome: z.string().describe('Município'),
          codigoIBGE: z.number().int().describe('Código no IBGE'),
        }),
      )
      .describe('Municípios de que a resposta trata; vazio: o estado todo, ou nenhum'),
  })
  .describe('O lugar que se entendeu da pergunta')

const observacoes = z
  .array(z.string())
  .describe(
    'Frases sobre o que os números não mostram: o que se entendeu do lugar, poucos postos para comparar',
  )

const lugarShape = { lugar: lugarSchema, observacoes }

const atribuicaoShape = {
  fonte: z.string().describe('De onde vêm os dados'),
  licenca: z.string().describe('Condições de uso'),
  atribuicao: z.string().describe('A frase a citar ao usar os dados'),
  demonstracao: z.boolean().describe('true: postos e preços fictícios'),
  aviso: z.string().optional().describe('Só na demonstração: diz que nada aqui é real'),
}

export const localizacaoSchema = z
  .object({
    precisao: z
      .enum(['exata', 'bairro', 'municipio'])
      .describe('exata: a coordenada declarada; senão, o ponto mediano dos postos do bairro ou do município'),
    latitude: z.number().describe('Em graus decimais'),
    longitude: z.number().describe('Em graus decimais'),
  })
  .nullable()
  .describe('Ponto usado nas distâncias; null quando nem o município tem um')

const enderecoServidoSchema = enderecoSchema.extend({
  latitude: z.number().nullable().describe('Só quando a coordenada declarada é crível'),
  longitude: z.number().nullable().describe('Só quando a coordenada declarada é crível'),
  localizacao: localizacaoSchema,
})

export const postoSchema = estabelecimentoSchema.extend({
  endereco: enderecoServidoSchema.describe('Onde fica o posto, como ele declarou'),
})

export const suspeitoSchema = z
  .object({
    motivo: z
      .enum(['muito_acima', 'muito_abaixo', 'sem_confirmacao'])
      .describe('Longe demais da mediana, ou longe dela e sem vendas que o confirmem'),
    referencia: reais.describe('A mediana com que o preço foi comparado, em reais'),
    desvio: z.number().describe('Distância da referência, em %'),
  })
  .describe('Por que o preço não merece confiança')

export const confirmacaoSchema = z
  .object({
    vendas: contagem.describe(`Vendas seguidas do posto a até ${PERTO} deste preço`),
    desde: instanteSchema.describe('dataVenda da primeira delas'),
  })
  .describe('O quanto o preço é sustentado por vendas')

export const usualSchema = z.object({
  valor: reais.describe('A mediana delas, em reais'),
  vendas: contagem.describe('Quantas são, de 3 a 9'),
})

/** What stands beside a price, whatever it is a price of. */
const apoioShape = {
  confirmacao: confirmacaoSchema,
  usual: usualSchema
    .nullable()
    .describe(
      `O preço do posto nas vendas deste produto antes da mais recente: até ${written(USUAL_MOST_SALES)}, das ${USUAL_HOURS} horas antes dela; null com menos de ${written(USUAL_FEWEST_SALES)}`,
    ),
  precoProvavel: reais.describe(
    `O que mais provavelmente se paga: usual.valor se o preço fica mais de ${PERTO} abaixo dele e só ${ATE_POUCAS_VENDAS} o sustentam; senão, o preço`,
  ),
}

const custoSchema = z
  .object({
    abastecimento: reais.describe('litros × precoProvavel'),
    desvioKm: z.number().min(0).describe('Ida e volta, em km: a linha reta vezes fatorDeVia'),
    deslocamento: reais.describe('O combustível do desvio: desvioKm ÷ consumo × precoProvavel'),
    total: reais.describe('A soma dos dois, em reais'),
  })
  .describe('Abastecer ali, com a ida e a volta; só com litros, consumo, rota ou ordenar=custo')

export const entradaSchema = z.object({
  produto: produtoSchema,
  suspeito: suspeitoSchema.optional(),
  estabelecimento: postoSchema,
  ...apoioShape,
  distanciaKm: z.number().min(0).optional().describe('Até o ponto pedido, em km; só com lat e lon'),
  rota: z
    .object({
      distanciaKm: z.number().min(0).describe('Até a linha da rota, em km'),
      kmDaRota: z.number().min(0).describe('Onde, ao longo dela, desde o início, em km'),
    })
    .optional()
    .describe('Só com rota; em linha reta de ponto a ponto'),
  custo: custoSchema.optional(),
})

export const tiposDeMudanca = ['novo', 'subiu', 'desceu', 'saiu', 'suspeita', 'confirmada'] as const

export const mudancaSchema = z
  .object({
    combustivel: slugSchema,
    cnpj: cnpjSchema,
    codigo: z.string().describe('Código do produto no cadastro do posto'),
    tipo: z
      .enum(tiposDeMudanca)
      .describe(
        `novo: produto que não se conhecia; subiu, desceu: outro preço; saiu: sem venda há ${WINDOW_HOURS} horas; suspeita, confirmada: o preço deixou de ser crível, ou passou a ser`,
      ),
    de: reais.nullable().describe('Preço antes, em reais; null se o produto não se conhecia'),
    para: reais.nullable().describe('Preço depois, em reais; null se o produto saiu'),
    dataVenda: instanteSchema.describe('Quando foi a venda que mostrou o preço de depois; se saiu, a última'),
    nomeFantasia: estabelecimentoSchema.shape.nomeFantasia,
    bairro: enderecoSchema.shape.bairro,
    municipio: enderecoSchema.shape.municipio,
    codigoIBGE: enderecoSchema.shape.codigoIBGE,
    suspeito: suspeitoSchema.optional().describe('Presente quando o preço de depois não é crível'),
    confirmacao: confirmacaoSchema,
  })
  .describe('O que mudou de um produto de um posto entre um estado publicado e o seguinte')

const paginacaoShape = {
  totalRegistros: contagem.optional().describe('Registros em todas as páginas; só quando se pede paginação'),
  totalPaginas: contagem.optional().describe('Quantas páginas há'),
  pagina: contagem.optional().describe('Esta página, a partir de 1'),
  registrosPorPagina: contagem.optional().describe('Registros que cabem numa página'),
  registrosPagina: contagem.optional().describe('Registros nesta página'),
  primeiraPagina: z.boolean().optional().describe('Se esta é a primeira página'),
  ultimaPagina: z.boolean().optional().describe('Se esta é a última página'),
}

export const precosSchema = z.object({
  combustivel: z.string().describe('Nome do combustível'),
  totalPostos: contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: contagem.describe('Postos que atendem aos filtros, antes de limite'),
  precoMinimo: reais.nullable().describe('Menor preço do resultado, em reais; null se vazio'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe este combustível'),
  suspeitosOmitidos: contagem.describe('Preços suspeitos que os filtros manteriam e ficaram fora'),
  ...lugarShape,
  sugestoes,
  contas: z
    .object({
      litros: z.number().describe('Quanto se abastece'),
      consumo: z.number().describe('km por litro, ou por m³ de GNV'),
      fatorDeVia: z
        .number()
        .describe('Quanto o caminho passa da linha reta: uma estimativa, não uma rota calculada'),
    })
    .optional()
    .describe('Com que os custos foram calculados'),
  economia: z
    .object({
      sobreMaisPerto: reais
        .nullable()
        .describe(
          'custo.total do posto mais perto (da rota, se houver) menos o do primeiro da lista; null sem postos, ou se o preço de um dos dois é suspeito',
        ),
    })
    .optional()
    .describe('O que se poupa indo ao primeiro da lista'),
  logoDepois: entradaSchema
    .optional()
    .describe(
      'Pelos mesmos filtros, o primeiro posto sem suspeita além de raio e até o dobro dele, se custa mais de 1 % menos que o primeiro da lista; só na ordem de preco ou provavel, asc',
    ),
  ...paginacaoShape,
  conteudo: z.array(entradaSchema).describe('Na ordem pedida'),
  ...atribuicaoShape,
})

export const variacaoSchema = z
  .object({ valor: reais.describe('Diferença em reais'), percentual: z.number().describe('Em %') })
  .nullable()

const serieDeMudancasSchema = z.object({
  codigo: z.string().describe('Código do produto no cadastro do posto'),
  valorDeclarado: reais.describe('Preço por unidade, em reais'),
  de: instanteSchema.describe('Primeira venda a este preço'),
  ate: instanteSchema.describe('Última venda a este preço'),
  vendas: contagem.describe('Vendas distintas vistas'),
  suspeito: suspeitoSchema.optional(),
})

const serieDePeriodosSchema = z.object({
  periodo: diaSchema.describe('Primeiro dia do período'),
  minimo: reais.describe('Menor preço, em reais'),
  medio: reais.describe('Preço médio, em reais'),
  maximo: reais.describe('Maior preço, em reais'),
  vendas: contagem.describe('Vendas distintas vistas'),
})

export const resumoSchema = z
  .object({
    minimo: reais.describe('Menor preço do período, em reais'),
    medio: reais.describe('Preço médio das vendas do período, em reais'),
    maximo: reais.describe('Maior preço do período, em reais'),
    atual: reais.describe('Preço da última venda do período, em reais'),
    ultimaMudanca: z
      .object({
        em: instanteSchema.describe('Primeira venda ao preço novo'),
        de: reais.describe('Preço antigo, em reais'),
        para: reais.describe('Preço novo, em reais'),
      })
      .nullable()
      .describe('null se o preço não mudou no período'),
    variacao: variacaoSchema.describe('Do primeiro ao último preço do período'),
  })
  .nullable()
  .describe('Sem os suspeitos; null se não há vendas')

export const historicoDoCombustivelSchema = z.object({
  nome: nomeDoCombustivel,
  unidadeMedida: unidade,
  serie: z
    .union([z.array(serieDeMudancasSchema), z.array(serieDePeriodosSchema)])
    .describe('Do mais antigo ao mais novo: trechos a um mesmo preço, ou dias, semanas ou meses'),
  resumo: resumoSchema,
})

const historicoShape = {
  periodo: z
    .object({ desde: diaSchema.describe('Primeiro dia'), ate: diaSchema.describe('Último dia, incluído') })
    .describe('Os dias de que a resposta trata'),
  combustiveis: perSlug(historicoDoCombustivelSchema).describe('Por combustível, os que tiveram venda'),
  observacoes: z
    .array(z.string())
    .optional()
    .describe('Frases sobre o que os números não mostram, como vendas que podem faltar'),
}

export const historicoSchema = z.object({
  estabelecimento: postoSchema,
  atualizadoEm: instanteSchema,
  ...historicoShape,
  ...atribuicaoShape,
})

const trechoDoLugarSchema = z.object({
  periodo: diaSchema.describe('O dia, ou o primeiro da semana ou do mês'),
  minimo: reais.describe('Menor preço, em reais'),
  mediana: reais.describe('Preço mediano, em reais; de semana e mês, a mediana das dos dias'),
  maximo: reais.describe('Maior preço, em reais'),
  postos: contagem.describe('Postos contados; de semana e mês, os do dia que mais teve'),
})

export const historicoDoLugarDoCombustivelSchema = z.object({
  nome: nomeDoCombustivel,
  unidadeMedida: unidade,
  serie: z
    .array(trechoDoLugarSchema)
    .describe('Do mais antigo ao mais novo; um dia em que ninguém coletou não aparece'),
  resumo: z
    .object({
      minimo: reais.describe('Menor preço do período, em reais'),
      mediana: reais.describe('Mediana do último dia, semana ou mês, em reais'),
      maximo: reais.describe('Maior preço do período, em reais'),
      variacao: variacaoSchema.describe('Da primeira à última mediana do período'),
    })
    .nullable()
    .describe('null se não há preços'),
})

export const historicoDoLugarSchema = z.object({
  ...lugarShape,
  atualizadoEm: instanteSchema,
  periodo: z
    .object({ desde: diaSchema.describe('Primeiro dia'), ate: diaSchema.describe('Último dia, incluído') })
    .describe('Os dias de que a resposta trata'),
  combustiveis: perSlug(historicoDoLugarDoCombustivelSchema).describe(
    'Por combustível, os que tiveram preço',
  ),
  sugestoes,
  ...atribuicaoShape,
})

const posicaoSchema = z
  .object({
    colocacao: z.number().int().min(1).describe('1 é o mais barato; preços iguais dividem a colocação'),
    de: contagem.describe('Postos comparados'),
    diferencaDaMediana: z.number().describe('Preço menos mediana, em reais'),
    faixa: z
      .enum(['barato', 'normal', 'caro'])
      .describe(
        `barato: no quarto mais barato e mais de ${ORDINARY_PERCENT} % abaixo da mediana; caro: no mais caro e mais de ${ORDINARY_PERCENT} % acima`,
      ),
    ambito: z
      .enum(['municipio', 'estado'])
      .describe(
        `Comparado dentro do município, ou do estado se lá há menos de ${written(STATIONS_TO_COMPARE)}`,
      ),
  })
  .nullable()
  .describe('null quando o preço é suspeito')

const limiteDaParidade = z.number().describe('Razão até a qual o álcool compensa: a pedida, ou 0,7')

const paridadeSchema = z
  .object({
    razao: z.number().describe('Álcool ÷ gasolina comum'),
    limite: limiteDaParidade,
    compensa: z.enum(['alcool', 'gasolina']).describe('Qual sai mais barato por quilômetro'),
  })
  .describe('Só quando o posto vende os dois')

const combustivelDoPostoSchema = z.object({
  nome: nomeDoCombustivel,
  codigoOrigem,
  produto: produtoSchema,
  outros: z
    .array(produtoSchema.extend({ suspeito: suspeitoSchema.optional(), ...apoioShape }))
    .optional()
    .describe('Outros produtos do posto sob o mesmo combustível, cada um julgado por si'),
  suspeito: suspeitoSchema.optional(),
  ...apoioShape,
  posicao: posicaoSchema,
})

export const respostaPostoSchema = z.object({
  estabelecimento: postoSchema,
  atualizadoEm: instanteSchema,
  combustiveis: perSlug(combustivelDoPostoSchema).describe(`Só os que têm venda ${NA_JANELA}`),
  paridade: paridadeSchema.optional(),
  historico: z.object(historicoShape).describe('Os últimos 30 dias'),
  ...atribuicaoShape,
})

export const postosSchema = z.object({
  totalPostos: contagem.describe('Postos no resultado, depois de limite'),
  totalEncontrados: contagem.describe('Postos que atendem ao pedido, antes de limite'),
  atualizadoEm: instanteSchema,
  ...lugarShape,
  sugestoes: sugestoes.describe('Nomes parecidos, quando nenhum posto serve'),
  conteudo: z
    .array(
      z.object({
        estabelecimento: postoSchema,
        combustiveis: z.array(slugSchema).describe(`Os que o posto vendeu ${NA_JANELA}`),
      }),
    )
    .describe('Os postos achados'),
  ...atribuicaoShape,
})

export const estatisticaSchema = z.object({
  nome: nomeDoCombustivel,
  codigoOrigem,
  unidadeMedida: unidade,
  postos: contagem.describe('Postos com preço não suspeito'),
  precoMinimo: reais.nullable().describe('Menor preço, em reais; null sem postos'),
  precoMedio: reais.nullable().describe('Preço médio, em reais; null sem postos'),
  precoMediano: reais.nullable().describe('Preço mediano, em reais; null sem postos'),
  precoMaximo: reais.nullable().describe('Maior preço, em reais; null sem postos'),
  economia: z
    .object({
      porUnidade: reais.nullable().describe('precoMaximo − precoMinimo'),
      sobreMedia: reais.nullable().describe('precoMedio − precoMinimo'),
      tanque: z
        .object({
          litros: z.number().describe('Tamanho do tanque na conta'),
          valor: reais.nullable().describe('litros × porUnidade'),
        })
        .optional()
        .describe('Não há para GNV'),
    })
    .describe('O que se poupa entre o mais caro e o mais barato'),
  maisBarato: z
    .object({ estabelecimento: postoSchema, produto: produtoSchema, ...apoioShape })
    .nullable()
    .describe(
      'Quem declarou o menor preço, na venda mais nova entre iguais; null sem postos. Se precoProvavel é maior, dificilmente se paga',
    ),
  variacao: z
    .object({ dia: variacaoSchema, semana: variacaoSchema, mes: variacaoSchema })
    .describe(
      'Da mediana, contra 24 horas, 7 dias e 30 dias antes de atualizadoEm; null sem dados daquele tempo',
    ),
  suspeitos: contagem.describe('Preços suspeitos, fora de todos os números'),
})

export const grupoSchema = z.object({
  municipio: z.string().describe('Município, em maiúsculas e sem acentos'),
  codigoIBGE: z.number().int().describe('Código do município no IBGE'),
  bairro: z.string().optional().describe('Só com por=bairro, como um dos seus postos o escreve'),
  centro: z
    .object({
      latitude: z.number().describe('Em graus decimais'),
      longitude: z.number().describe('Em graus decimais'),
    })
    .nullable()
    .describe('Ponto mediano dos postos de coordenada crível; num município sem eles, o da cidade'),
  distanciaKm: z
    .number()
    .min(0)
    .optional()
    .describe('Do centro do município pedido, em linha reta; só com raio'),
  postos: contagem.describe('Postos com preço não suspeito'),
  precoMinimo: reais.nullable().describe('Menor preço, em reais; null sem postos'),
  precoMediano: reais.nullable().describe('Preço mediano, em reais; null sem postos'),
  precoMaximo: reais.nullable().describe('Maior preço, em reais; null sem postos'),
  variacao: z
    .object({ semana: variacaoSchema })
    .describe('Da mediana, contra 7 dias antes de atualizadoEm; null sem dados daquele tempo'),
  maisBarato: z
    .object({
      cnpj: cnpjSchema,
      nomeFantasia: z.string().describe('Nome comercial'),
      vendas: contagem.describe(`Vendas seguidas a até ${PERTO} desse preço`),
      precoProvavel: reais.describe('O que provavelmente se paga lá'),
    })
    .nullable()
    .describe('Quem vende pelo menor preço; null sem postos'),
  precoMinimoProvavel: reais
    .nullable()
    .describe('O menor precoProvavel dos postos de lá: por ele se diz onde vale a viagem'),
  suspeitos: contagem.describe('Preços suspeitos, fora de todos os números'),
  colocacao: z
    .number()
    .int()
    .min(1)
    .nullable()
    .describe(
      'Pela mediana, 1 é o mais barato, entre todos os lugares com três postos ou mais; null com menos',
    ),
})

export const estatisticasSchema = z.object({
  atualizadoEm: instanteSchema,
  combustiveis: z
    .object(
      Object.fromEntries(slugs.map((s) => [s, estatisticaSchema])) as Record<Slug, typeof estatisticaSchema>,
    )
    .describe('Sempre os seis, também sem postos'),
  paridade: z
    .object({
      limite: limiteDaParidade,
      razaoMediana: z
        .number()
        .nullable()
        .describe('Mediana de álcool ÷ gasolina comum entre os postos que vendem os dois'),
      postosEmQueAlcoolCompensa: contagem.describe('Postos em que a razão vai até limite'),
      postos: contagem.describe('Postos que vendem os dois'),
    })
    .describe('Álcool ou gasolina comum'),
  regraDosSuspeitos: z.string().describe('Como os preços suspeitos são reconhecidos e excluídos'),
  comparacao: z
    .object({
      por: z.enum(['municipio', 'bairro']).describe('O que é comparado'),
      combustivel: slugSchema.describe('O combustível comparado'),
      colocados: contagem.describe('Lugares com três postos ou mais: entre eles se conta colocacao'),
    })
    .optional()
    .describe('Do que tratam os grupos; só com por, municipios ou raio'),
  grupos: z
    .array(grupoSchema)
    .optional()
    .describe('Um por lugar, da menor mediana à maior; com raio, do mais perto ao mais longe'),
  ...lugarShape,
  sugestoes,
  ...atribuicaoShape,
})

const cursorSchema = z
  .string()
  .regex(CURSOR)
  .describe('Um estado publicado: o número dele e o começo do seu sha256')

export const mudancasSchema = z.object({
  desde: z.union([cursorSchema, z.literal(BEGINNING)]).describe('O estado a partir do qual se conta'),
  ate: cursorSchema.describe('O estado a que estas mudanças levam: use-o em desde, na próxima vez'),
  mais: z.boolean().describe('true: há mais mudanças depois de ate, que é a próxima página'),
  ...lugarShape,
  sugestoes,
  mudancas: z.array(mudancaSchema).describe('Na ordem em que foram publicadas'),
  ...atribuicaoShape,
})

const passoShape = {
  desde: cursorSchema.describe('O estado anterior'),
  publicadoEm: instanteSchema.describe('Quando o estado foi publicado'),
}

export const indiceDeMudancasSchema = z.object({
  desde: cursorSchema.describe('O estado mais antigo a partir do qual se pode seguir'),
  ate: cursorSchema.describe('O estado de agora'),
  arquivos: z
    .array(
      z.object({
        cursor: cursorSchema.describe('O estado a que as mudanças levam'),
        ...passoShape,
        mudancas: contagem.describe('Quantas mudanças há no arquivo'),
        url: z.string().describe('Endereço do arquivo'),
      }),
    )
    .describe('Na ordem em que foram publicados'),
  ...atribuicaoShape,
})

export const arquivoDeMudancasSchema = z.object({
  ...passoShape,
  ate: cursorSchema.describe('O estado a que as mudanças levam'),
  mudancas: z.array(mudancaSchema).describe('Todas, as de preços suspeitos também'),
  demonstracao: atribuicaoShape.demonstracao,
  aviso: atribuicaoShape.aviso,
})

export const arquivoJsonSchema = z.object({
  combustivel: z
    .object({ slug: slugSchema, nome: nomeDoCombustivel, codigoOrigem, unidade })
    .describe('O combustível do arquivo'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que o trouxe; null antes dela'),
  totalPostos: contagem.describe('Postos no arquivo'),
  conteudo: z.array(entradaSchema).describe('Todos, os suspeitos marcados'),
  ...atribuicaoShape,
})

const comPreco = contagem.describe('Postos com preço agora, suspeitos à parte')

export const municipiosSchema = z.object({
  atualizadoEm: instanteSchema,
  conteudo: z
    .array(
      z.object({
        nome: z.string().describe('Como as pessoas o escrevem'),
        codigoIBGE: z.number().int().describe('Código no IBGE; vale em municipio, e não muda'),
        postos: comPreco,
      }),
    )
    .describe('Todos, por nome'),
  ...atribuicaoShape,
})

export const bairrosSchema = z.object({
  atualizadoEm: instanteSchema,
  ...lugarShape,
  sugestoes,
  conteudo: z
    .array(
      z.object({
        nome: z.string().describe('Como as pessoas o escrevem; vale em bairro, junto com o município'),
        municipio: z.string().describe('Município'),
        codigoIBGE: z.number().int().describe('Código do município no IBGE'),
        postos: comPreco,
      }),
    )
    .describe('Os que os postos conhecidos declaram, por nome; os de municípios diferentes, um a um'),
  ...atribuicaoShape,
})

export const combustiveisSchema = z.object({
  atualizadoEm: instanteSchema,
  conteudo: z
    .array(
      z.object({
        slug: slugSchema,
        nome: nomeDoCombustivel,
        codigoOrigem,
        unidade,
        apelidos: z.array(z.string()).describe('Outros nomes que valem em combustivel'),
        postos: comPreco,
        atualizadoEm: instanteSchema
          .nullable()
          .describe('Fim da última coleta que o trouxe; null antes dela'),
      }),
    )
    .describe('Os seis, na ordem da fonte'),
  ...atribuicaoShape,
})

const campoSchema = z.object({
  name: z.string().describe('Nome da coluna'),
  type: z.string().describe('Tipo, pelo Table Schema'),
  description: z.string().describe('O que é'),
  constraints: z.record(z.string(), z.unknown()).optional().describe('O que vale para todo valor dela'),
})

export const pacoteSchema = z.object({
  $schema: z.url().describe('O perfil que o arquivo segue: Data Package, versão 2'),
  name: z.string().describe('Nome do pacote'),
  title: z.string().describe('Título'),
  description: z.string().describe('O que há no pacote'),
  homepage: z.url().describe('O site'),
  created: instanteSchema.optional().describe('Quando o arquivo mais novo foi feito'),
  sources: z
    .array(
      z.object({
        title: z.string().describe('De quem'),
        path: z.url().optional().describe('Onde a fonte publica'),
      }),
    )
    .describe('De onde vêm os dados'),
  licenses: z
    .array(
      z.object({ title: z.string().describe('O que se pode fazer'), path: z.url().describe('A quem citar') }),
    )
    .describe('Licença'),
  resources: z
    .array(
      z.object({
        name: z.string().describe('Nome do recurso'),
        path: z.string().describe('O arquivo, nesta mesma pasta'),
        title: z.string().describe('Título'),
        description: z.string().describe('O que há nele, e se ainda pode mudar'),
        format: z.string().describe('Formato'),
        mediatype: z.string().describe('Tipo de mídia'),
        encoding: z.string().optional().describe('Codificação do texto'),
        bytes: contagem.describe('Tamanho'),
        hash: z.string().describe('sha256 do arquivo'),
        linhas: contagem.describe('Vendas ou postos no arquivo'),
        schema: z
          .object({
            fields: z.array(campoSchema).describe('As colunas, em ordem'),
            primaryKey: z.array(z.string()).optional().describe('O que não se repete'),
            foreignKeys: z
              .array(
                z.object({
                  fields: z.array(z.string()).describe('Colunas daqui'),
                  reference: z
                    .object({
                      resource: z.string().describe('Recurso'),
                      fields: z.array(z.string()).describe('Colunas de lá'),
                    })
                    .describe('A que se ligam'),
                }),
              )
              .optional()
              .describe('Como se junta com os postos'),
          })
          .describe('Table Schema'),
      }),
    )
    .describe('Os arquivos'),
  ...atribuicaoShape,
})

export const catalogoSchema = z.object({
  atualizadoEm: instanteSchema,
  arquivos: z
    .array(
      z.object({
        combustivel: z.enum([...slugs, TODOS]).describe('O combustível do arquivo; todos: os seis num só'),
        nome: z.string().describe('Nome do arquivo'),
        formato: z.enum(['json', 'csv']).describe('Formato do arquivo'),
        url: z.url().describe('Onde baixar'),
        tipo: z.string().describe('Tipo de mídia'),
        bytes: contagem.describe('Tamanho sem compressão'),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('Soma do arquivo sem compressão'),
        registros: contagem.describe('Postos no arquivo'),
        atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
      }),
    )
    .describe('Dois por combustível'),
  mapas: z
    .array(
      z.object({
        combustivel: slugSchema,
        formato: z.literal('geojson').describe('Formato do arquivo'),
        url: z.url().describe('Onde baixar'),
        tipo: z.string().describe('Tipo de mídia'),
      }),
    )
    .optional()
    .describe('Os mesmos postos e preços em GeoJSON; sem coordenada em que se possa crer, sem ponto'),
  historico: z
    .array(
      z.object({
        nome: z.string().describe('Nome do arquivo'),
        formato: z.string().describe('Formato do arquivo: parquet, csv.gz ou csv'),
        mes: z.string().nullable().describe('O mês das vendas (AAAA-MM); null no arquivo dos postos'),
        fechado: z.boolean().describe('true: foi feito uma vez e nunca muda'),
        url: z.url().describe('Onde baixar; aceita range'),
        tipo: z.string().describe('Tipo de mídia'),
        bytes: contagem.describe('Tamanho'),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('Soma do arquivo'),
        registros: contagem.describe('Vendas ou postos no arquivo'),
        feitoEm: instanteSchema.describe('Quando foi feito'),
      }),
    )
    .optional()
    .describe('Todas as vendas, mês a mês, e os postos'),
  ...atribuicaoShape,
})

export const situacaoSchema = z.object({
  commit: z
    .number()
    .int()
    .nullable()
    .describe('Número do commit servido; 0 se o estado foi reconstruído sem commit; null antes do primeiro'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da coleta servida; null antes da primeira'),
  proximaColeta: instanteSchema.nullable().describe('Quando começa a próxima; null se ninguém coleta'),
  ultimaColeta: z
    .object({
      inicio: instanteSchema.describe('Quando começou'),
      fim: instanteSchema.describe('Quando acabou'),
      resultado: z.enum(['completa', 'parcial', 'falhou']).describe('O que trouxe do que pediu'),
      motivo: z.string().optional().describe('Por que não foi completa'),
      pedidos: contagem.describe('Pedidos feitos à fonte'),
      falhas: contagem.describe('Pedidos que falharam'),
    })
    .nullable()
    .describe('A última tentativa, também se falhou; null antes da primeira'),
  vendaMaisRecente: instanteSchema.nullable().describe('dataVenda mais nova de todas'),
  cobertura: z
    .object({
      municipios: contagem.describe('Municípios com algum posto'),
      postos: contagem.describe('Postos conhecidos'),
      fatias: contagem.describe('Partes em que a coleta é dividida'),
      fatiasComFalha: contagem.describe('Partes que não responderam na última coleta'),
    })
    .describe('Quanto do estado os dados alcançam'),
  combustiveis: perSlug(
    z.object({
      atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
      postos: contagem.describe('Postos com preço atual'),
      suspeitos: contagem.describe('Preços atuais suspeitos'),
    }),
  ).describe('Por combustível'),
  alertas: z.array(z.string()).describe('O que há de anormal, em frases, o mais grave primeiro'),
  ...atribuicaoShape,
})

export const documentacaoSchema = z.object({
  api: z.string().describe('Nome da API'),
  versao: z.string().describe('Versão da API'),
  site: z.url().describe('O site público, a citar'),
  aberta: z.literal(true).describe('Sempre true: não pede chave nem cadastro'),
  autenticacao: z.string().describe('Como se autenticar: não é preciso'),
  cors: z.string().describe('De que origens um navegador pode perguntar'),
  formato: z.string().describe('Formatos das respostas'),
  fonteUrl: z.url().describe('Endereço de quem publica os dados'),
  atualizacao: z.string().describe('De quanto em quanto tempo os dados mudam'),
  endpoints: z.record(z.string(), z.string()).describe('Método e caminho de cada rota, e o que ela dá'),
  exemplos: z.array(z.url()).describe('Endereços que funcionam se chamados'),
  combustiveis: perSlug(
    z.object({
      nome: nomeDoCombustivel,
      codigoOrigem,
      postos: contagem.describe('Postos com preço não suspeito'),
      precoMinimo: reais.nullable().describe('Menor preço, em reais; null sem postos'),
      precoMedio: reais.nullable().describe('Preço médio, em reais; null sem postos'),
      atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
      precos: z.url().describe('A lista de preços'),
      arquivoJson: z.url().describe('O arquivo JSON com todos os postos'),
      arquivoCsv: z.url().describe('O arquivo CSV com todos os postos'),
    }),
  ).describe('Um resumo de cada combustível'),
  ...atribuicaoShape,
})

export const saudeSchema = z.object({
  atualizadoEm: instanteSchema.nullable().describe('Fim da coleta servida'),
  ...atribuicaoShape,
})

export const erroSchema = z.object({
  timestamp: instanteSchema.describe('Quando aconteceu'),
  message: z.string().describe('O que houve e como corrigir, numa frase'),
  status: z.number().int().describe('O mesmo da resposta HTTP'),
  codigo: z.string().describe('O tipo de erro, para programas: parametro_invalido, posto_nao_encontrado…'),
  erros: z
    .array(
      z.object({
        parametro: z.string().describe('Nome do parâmetro errado'),
        valor: z.string().optional().describe('O que veio, talvez encurtado'),
        aceitos: z.array(z.string()).optional().describe('O que vale no lugar'),
        sugestao: z.string().optional().describe('O que talvez se quisesse dizer'),
      }),
    )
    .optional()
    .describe('Um por parâmetro errado'),
  recomecar: z
    .string()
    .optional()
    .describe('Só em cursor_vencido: o endereço com tudo o que se sabe agora e o cursor de onde seguir'),
})

export type Atribuicao = z.infer<z.ZodObject<typeof atribuicaoShape>>
export type Lugar = z.infer<typeof lugarSchema>
export type Localizacao = z.infer<typeof localizacaoSchema>
export type PostoServido = z.infer<typeof postoSchema>
export type Suspeito = z.infer<typeof suspeitoSchema>
export type Confirmacao = z.infer<typeof confirmacaoSchema>
export type Mudanca = z.infer<typeof mudancaSchema>
export type Usual = z.infer<typeof usualSchema>
export type Custo = z.infer<typeof custoSchema>
export type Entrada = z.infer<typeof entradaSchema>
export type Variacao = z.infer<typeof variacaoSchema>
export type Posicao = z.infer<typeof posicaoSchema>
export type Paridade = z.infer<typeof paridadeSchema>
export type Resumo = z.infer<typeof resumoSchema>
export type TrechoDeMudanca = z.infer<typeof serieDeMudancasSchema>
export type TrechoDePeriodo = z.infer<typeof serieDePeriodosSchema>
export type HistoricoDoCombustivel = z.infer<typeof historicoDoCombustivelSchema>
export type RespostaPrecos = z.infer<typeof precosSchema>
export type OutroProduto = NonNullable<z.infer<typeof combustivelDoPostoSchema>['outros']>[number]
export type RespostaPosto = z.infer<typeof respostaPostoSchema>
export type RespostaPostos = z.infer<typeof postosSchema>
export type RespostaHistorico = z.infer<typeof historicoSchema>
export type TrechoDoLugar = z.infer<typeof trechoDoLugarSchema>
export type HistoricoDoLugar = z.infer<typeof historicoDoLugarDoCombustivelSchema>
export type ResumoDoLugar = HistoricoDoLugar['resumo']
export type RespostaHistoricoDoLugar = z.infer<typeof historicoDoLugarSchema>
export type RespostaEstatisticas = z.infer<typeof estatisticasSchema>
export type Grupo = z.infer<typeof grupoSchema>
export type RespostaMudancas = z.infer<typeof mudancasSchema>
export type IndiceDeMudancas = z.infer<typeof indiceDeMudancasSchema>
export type ArquivoDeMudancas = z.infer<typeof arquivoDeMudancasSchema>
export type RespostaMunicipios = z.infer<typeof municipiosSchema>
export type RespostaBairros = z.infer<typeof bairrosSchema>
export type RespostaCombustiveis = z.infer<typeof combustiveisSchema>
export type RespostaPacote = z.infer<typeof pacoteSchema>
export type RespostaCatalogo = z.infer<typeof catalogoSchema>
export type RespostaSituacao = z.infer<typeof situacaoSchema>
export type RespostaDocumentacao = z.infer<typeof documentacaoSchema>
export type ArquivoJson = z.infer<typeof arquivoJsonSchema>
export type RespostaSaude = z.infer<typeof saudeSchema>
export type RespostaErro = z.infer<typeof erroSchema>

/** An object with a member for some of the six fuels. */
function perSlug<T extends z.ZodType>(value: T) {
  return z.partialRecord(slugSchema, value)
}
