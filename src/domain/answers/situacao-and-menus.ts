import { z } from 'zod'
import { instanteSchema } from '../facts/sale-record.ts'
import * as s from './shared-schemas.ts'

export const situacaoSchema = s.answer({
  commit: z
    .number()
    .int()
    .nullable()
    .describe('Número do commit servido; 0 se o estado foi reconstruído sem commit; null antes do primeiro'),
  atualizadoEm: instanteSchema.nullable().describe('Fim da coleta servida; null antes da primeira'),
  proximaColeta: instanteSchema
    .nullable()
    .describe('Quando começa a próxima; null onde este servidor não coleta'),
  ultimaColeta: s.nullableObject('A última tentativa, também se falhou; null antes da primeira', {
    inicio: instanteSchema.describe('Quando começou'),
    fim: instanteSchema.describe('Quando acabou'),
    resultado: s.oneOf('O que trouxe do que pediu', ['completa', 'parcial', 'falhou']),
    motivo: z.string().optional().describe('Por que não foi completa'),
    pedidos: s.contagem.describe('Pedidos feitos à fonte'),
    falhas: s.contagem.describe('Pedidos que falharam'),
  }),
  vendaMaisRecente: instanteSchema.nullable().describe('dataVenda mais nova de todas'),
  cobertura: s.object('Quanto do estado os dados alcançam', {
    municipios: s.contagem.describe('Municípios com algum posto'),
    postos: s.contagem.describe('Postos conhecidos'),
    postosNasListas: s.contagem.describe('Deles, os que têm algum preço atual que não é suspeito'),
    pontosContraditos: s.contagem.describe(
      'Postos cujas coordenadas declaradas contradizem o próprio endereço: ficam com o lugar aproximado',
    ),
    fatias: s.contagem.describe('Partes em que a coleta é dividida'),
    fatiasComFalha: s.contagem.describe('Partes que não responderam na última coleta'),
  }),
  combustiveis: s.perSlug(
    'Por combustível',
    z.object({
      atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
      postos: s.contagem.describe('Postos com preço atual'),
      suspeitos: s.contagem.describe('Preços atuais suspeitos'),
    }),
  ),
  cadastroDePostos: s.optionalObject('O cadastro de postos, onde se tomou um', {
    em: instanteSchema.describe('Quando foi tomado'),
    postos: s.contagem.describe('Postos do estado que ele traz'),
    linhasRecusadas: s.contagem.describe('Linhas que não puderam ser lidas'),
    foraDoCadastro: s.contagem.describe('Postos conhecidos que ele não traz'),
    semBandeira: s.contagem.describe('Postos conhecidos que ele traz sem bandeira'),
    pontos: s.contagem.describe('Postos cujo ponto veio dele'),
    bandeiras: s.listOf('Da que tem mais postos à que tem menos', {
      bandeira: z.string().describe('Como o parâmetro bandeira a recebe'),
      nome: z.string().describe('Como as pessoas a conhecem'),
      postos: s.contagem.describe('Postos conhecidos dela'),
    }),
  }),
  alertas: z.array(z.string()).describe('O que há de anormal, em frases, o mais grave primeiro'),
})
export type RespostaSituacao = z.infer<typeof situacaoSchema>

export const documentacaoSchema = s.answer({
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
  combustiveis: s.perSlug(
    'Um resumo de cada combustível',
    z.object({
      ...s.nomesDoCombustivel,
      codigoOrigem: s.codigoOrigem,
      postos: s.contagem.describe('Postos com preço não suspeito'),
      precoMinimo: s.reais.nullable().describe('Menor preço, em reais; null sem postos'),
      precoMedio: s.reais.nullable().describe('Preço médio, em reais; null sem postos'),
      atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que trouxe o combustível'),
      precos: z.url().describe('A lista de preços'),
      arquivoJson: z.url().describe('O arquivo JSON com todos os postos'),
      arquivoCsv: z.url().describe('O arquivo CSV com todos os postos'),
    }),
  ),
})

export const saudeSchema = s.answer({
  atualizadoEm: instanteSchema.nullable().describe('Fim da coleta servida'),
})

const comPreco = s.contagem.describe('Postos com preço agora, suspeitos à parte')

export const municipiosSchema = s.answer({
  atualizadoEm: instanteSchema,
  conteudo: s.listOf('Todos, por nome', {
    nome: z.string().describe('Como as pessoas o escrevem'),
    codigoIBGE: z.number().int().describe('Código no IBGE; vale em municipio, e não muda'),
    postos: comPreco,
  }),
})

export const bairrosSchema = s.answer({
  atualizadoEm: instanteSchema,
  ...s.lugarShape,
  sugestoes: s.sugestoes,
  conteudo: s.listOf('Os que os postos conhecidos declaram, por nome; os de municípios diferentes, um a um', {
    nome: z.string().describe('Como as pessoas o escrevem; vale em bairro, junto com o município'),
    municipio: z.string().describe('Município'),
    codigoIBGE: z.number().int().describe('Código do município no IBGE'),
    postos: comPreco,
  }),
})

export const combustiveisSchema = s.answer({
  atualizadoEm: instanteSchema,
  conteudo: s.listOf('Os seis, na ordem da fonte', {
    ...s.combustivelShape,
    apelidos: z.array(z.string()).describe('Outros nomes que valem em combustivel'),
    postos: comPreco,
    atualizadoEm: instanteSchema.nullable().describe('Fim da última coleta que o trouxe; null antes dela'),
  }),
})
