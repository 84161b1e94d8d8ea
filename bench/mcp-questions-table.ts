import type {
  Entrada,
  RespostaEstatisticas,
  RespostaHistorico,
  RespostaPosto,
} from '../src/domain/answers.ts'
import type { RespostaPostos, RespostaPrecos } from '../src/domain/answers.ts'
import type { Slug } from '../src/domain/fuels.ts'
import { fold } from '../src/domain/text.ts'

/** What the checks know without asking the tools: every entry of the downloads, suspects marked. */
export interface Known {
  entries(slug: Slug): readonly Entrada[]
  /** A station that sells gasoline and alcohol, by CNPJ and by a name nobody else has. */
  cnpj: string
  nome: string
}

export interface Question {
  pergunta: string
  ferramenta: 'precos' | 'posto' | 'historico' | 'estatisticas'
  argumentos: Record<string, unknown>
  /** Whether the answer is right; for a call that must be refused, `erro` is what the sentence says. */
  confere?: (answer: never, known: Known) => boolean
  erro?: string
}

const priceOf = ({ produto }: Entrada): number => produto.venda.valorDeclarado
const good = (entries: readonly Entrada[]) => entries.filter(({ suspeito }) => !suspeito)
const inTown = (name: string) => (e: Entrada) => fold(e.estabelecimento.endereco.municipio) === fold(name)
const inDistrict = (name: string) => (e: Entrada) => fold(e.estabelecimento.endereco.bairro) === fold(name)

/** The answer's first price is the lowest of those entries, and none of them was left uncounted. */
const cheapestOf = (slug: Slug, kept: (e: Entrada) => boolean) => (answer: RespostaPrecos, known: Known) => {
  const fits = good(known.entries(slug)).filter(kept)
  return answer.totalEncontrados === fits.length && answer.precoMinimo === Math.min(...fits.map(priceOf))
}
const anywhere = () => true

export function questions({ cnpj, nome }: Pick<Known, 'cnpj' | 'nome'>): Question[] {
  return [
    {
      pergunta: 'Onde a gasolina está mais barata em Alagoas?',
      ferramenta: 'precos',
      argumentos: {},
      confere: cheapestOf('gasolina-comum', anywhere),
    },
    {
      pergunta: 'Qual o etanol mais barato em Maceió?',
      ferramenta: 'precos',
      argumentos: { combustivel: 'etanol', municipio: 'Maceió' },
      confere: cheapestOf('alcool', inTown('MACEIO')),
    },
    {
      pergunta: 'Quanto está o S10 em Arapiraca?',
      ferramenta: 'precos',
      argumentos: { combustivel: 's10', bairro: 'arapiraca' },
      confere: cheapestOf('diesel-aditivado', inTown('ARAPIRACA')),
    },
    {
      pergunta: 'Gasolina na Ponta Verde, por favor.',
      ferramenta: 'precos',
      argumentos: { combustivel: 'gasolina', bairro: 'ponta verde' },
      confere: cheapestOf('gasolina-comum', inDistrict('PONTA VERDE')),
    },
    {
      pergunta: 'E no centro de Arapiraca, não no de Maceió?',
      ferramenta: 'precos',
      argumentos: { bairro: 'centro', municipio: 'arapiraca' },
      confere: cheapestOf('gasolina-comum', (e) => inTown('ARAPIRACA')(e) && inDistrict('CENTRO')(e)),
    },
    {
      pergunta: 'Tem GNV perto de mim? Estou em -9.66, -35.71.',
      ferramenta: 'precos',
      argumentos: { combustivel: 'gnv', lat: -9.66, lon: -35.71 },
      confere: ({ conteudo }: RespostaPrecos) =>
        conteudo.length > 0 && conteudo.every(({ distanciaKm = 99 }) => distanciaKm <= 10),
    },
    {
      pergunta: 'Postos de gasolina a até 3 km do centro de Maceió?',
      ferramenta: 'precos',
      argumentos: { lat: -9.665, lon: -35.735, raio: 3 },
      confere: ({ conteudo }: RespostaPrecos) =>
        conteudo.length > 0 && conteudo.every(({ distanciaKm = 99 }) => distanciaKm <= 3),
    },
    {
      pergunta: 'Me dê os 3 dieseis comuns mais baratos.',
      ferramenta: 'precos',
      argumentos: { combustivel: 'diesel', limite: 3 },
      confere: ({ conteudo }: RespostaPrecos, known) =>
        conteudo.length === 3 &&
        conteudo.map(priceOf).join() ===
          good(known.entries('diesel-comum'))
            .map(priceOf)
            .toSorted((a, b) => a - b)
            .slice(0, 3)
            .join(),
    },
    {
      pergunta: 'Lista todos os postos com gasolina aditivada.',
      ferramenta: 'precos',
      argumentos: { combustivel: 'aditivada', limite: 1000 },
      confere: ({ conteudo, totalEncontrados }: RespostaPrecos, known) =>
        conteudo.length === 50 && totalEncontrados === good(known.entries('gasolina-aditivada')).length,
    },
    {
      pergunta: 'E os dez seguintes da gasolina?',
      ferramenta: 'precos',
      argumentos: { pagina: 2 },
      confere: ({ conteudo }: RespostaPrecos, known) =>
        conteudo.map(priceOf).join() ===
        good(known.entries('gasolina-comum'))
          .map(priceOf)
          .toSorted((a, b) => a - b)
          .slice(10, 20)
          .join(),
    },
    {
      pergunta: 'Só preços vistos nas últimas 6 horas, do álcool.',
      ferramenta: 'precos',
      argumentos: { combustivel: 'álcool', horas: 6 },
      confere: ({ conteudo, atualizadoEm }: RespostaPrecos) =>
        conteudo.length > 0 &&
        conteudo.every(
          ({ produto }) =>
            Date.parse(atualizadoEm ?? '') - Date.parse(produto.venda.dataVenda) <= 6 * 3_600_000,
        ),
    },
    {
      pergunta: 'Quais preços de GNV parecem errados?',
      ferramenta: 'precos',
      argumentos: { combustivel: 'gnv', suspeitos: 'incluir', limite: 50 },
      confere: ({ conteudo, suspeitosOmitidos }: RespostaPrecos, known) =>
        suspeitosOmitidos === 0 &&
        conteudo.filter((e) => e.suspeito).length ===
          known.entries('gnv').length - good(known.entries('gnv')).length,
    },
    {
      pergunta: 'Gasolina em Pnta Verde?',
      ferramenta: 'precos',
      argumentos: { bairro: 'pnta verde' },
      confere: ({ conteudo, sugestoes = [] }: RespostaPrecos) =>
        conteudo.length === 0 && sugestoes.includes('PONTA VERDE'),
    },
    {
      pergunta: 'Quanto custa o querosene?',
      ferramenta: 'precos',
      argumentos: { combustivel: 'querosene' },
      erro: 'gasolina-comum, gasolina-aditivada',
    },
    {
      pergunta: 'Gasolina num raio de 5 km?',
      ferramenta: 'precos',
      argumentos: { raio: 5 },
      erro: 'lat e lon',
    },
    {
      pergunta: `O posto de CNPJ ${cnpj} está caro?`,
      ferramenta: 'posto',
      argumentos: { cnpj },
      confere: ({ estabelecimento, combustiveis }: RespostaPosto) =>
        estabelecimento.cnpj === cnpj &&
        ['barato', 'normal', 'caro'].includes(combustiveis['gasolina-comum']?.posicao?.faixa ?? ''),
    },
    {
      pergunta: `O que vende o ${nome}?`,
      ferramenta: 'posto',
      argumentos: { nome },
      confere: ({ estabelecimento, combustiveis }: RespostaPosto, known) =>
        estabelecimento.cnpj === cnpj &&
        combustiveis.alcool?.produto.venda.valorDeclarado ===
          known
            .entries('alcool')
            .filter((e) => e.estabelecimento.cnpj === cnpj)
            .map(priceOf)[0],
    },
    {
      pergunta: `No ${nome}, álcool ou gasolina?`,
      ferramenta: 'posto',
      argumentos: { nome: nome.toLowerCase() },
      confere: ({ paridade, combustiveis: { alcool, 'gasolina-comum': gasolina } }: RespostaPosto) =>
        paridade?.compensa ===
        ((alcool?.produto.venda.valorDeclarado ?? 9) / (gasolina?.produto.venda.valorDeclarado ?? 1) <= 0.7
          ? 'alcool'
          : 'gasolina'),
    },
    {
      pergunta: 'O preço do Posto Aurora está bom?',
      ferramenta: 'posto',
      argumentos: { nome: 'aurora' },
      confere: ({ conteudo, totalEncontrados }: RespostaPostos) =>
        totalEncontrados > 1 && conteudo.every((p) => p.estabelecimento.nomeFantasia.includes('AURORA')),
    },
    {
      pergunta: 'E o Aurora de Arapiraca?',
      ferramenta: 'posto',
      argumentos: { nome: 'aurora', municipio: 'arapiraca' },
      confere: (answer: RespostaPosto | RespostaPostos) =>
        ('conteudo' in answer
          ? answer.conteudo.map((p) => p.estabelecimento)
          : [answer.estabelecimento]
        ).every((e) => e.endereco.municipio === 'ARAPIRACA'),
    },
    {
      pergunta: 'Quanto está no Posto Inexistente Qualquer?',
      ferramenta: 'posto',
      argumentos: { nome: 'inexistente qualquer' },
      erro: 'Tente menos palavras',
    },
    {
      pergunta: 'Como está aquele posto ali?',
      ferramenta: 'posto',
      argumentos: {},
      erro: 'Falta dizer qual posto',
    },
    {
      pergunta: `Quando a gasolina subiu no ${nome}?`,
      ferramenta: 'historico',
      argumentos: { nome, combustivel: 'gasolina' },
      confere: ({ combustiveis }: RespostaHistorico) =>
        Object.keys(combustiveis).join() === 'gasolina-comum' &&
        (combustiveis['gasolina-comum']?.serie.length ?? 0) > 0,
    },
    {
      pergunta: `Preço do álcool dia a dia no CNPJ ${cnpj}, este mês?`,
      ferramenta: 'historico',
      argumentos: { cnpj, combustivel: 'etanol', desde: '2026-04-01', granularidade: 'dia' },
      confere: ({ periodo, combustiveis }: RespostaHistorico) =>
        periodo.desde === '2026-04-01' &&
        (combustiveis.alcool?.serie ?? []).every(
          (p) => 'periodo' in p && p.minimo <= p.medio && p.medio <= p.maximo,
        ),
    },
    {
      pergunta: `Como variou o ano todo no ${nome}?`,
      ferramenta: 'historico',
      argumentos: { cnpj, desde: '2025-04-17', granularidade: 'dia' },
      confere: ({ combustiveis }: RespostaHistorico) =>
        Object.values(combustiveis).every(
          ({ serie }) =>
            serie.length > 0 && serie.every((p) => 'periodo' in p && new Date(p.periodo).getUTCDay() === 1),
        ),
    },
    {
      pergunta: 'Qual foi o histórico de 30 de fevereiro?',
      ferramenta: 'historico',
      argumentos: { cnpj, desde: '2026-02-30' },
      erro: 'AAAA-MM-DD',
    },
    {
      pergunta: 'A gasolina subiu esta semana em Alagoas?',
      ferramenta: 'estatisticas',
      argumentos: {},
      confere: ({ combustiveis }: RespostaEstatisticas) =>
        typeof combustiveis['gasolina-comum'].variacao.semana?.valor === 'number',
    },
    {
      pergunta: 'Quanto economizo enchendo 40 litros em Maceió?',
      ferramenta: 'estatisticas',
      argumentos: { municipio: 'maceio', litros: 40 },
      confere: ({ combustiveis }: RespostaEstatisticas, known) => {
        const prices = good(known.entries('gasolina-comum')).filter(inTown('MACEIO')).map(priceOf)
        return (
          combustiveis['gasolina-comum'].economia.tanque?.valor ===
          Math.round(40_000 * (Math.max(...prices) - Math.min(...prices))) / 1000
        )
      },
    },
    {
      pergunta: 'Álcool compensa em Arapiraca?',
      ferramenta: 'estatisticas',
      argumentos: { bairro: 'Arapiraca' },
      confere: ({ paridade }: RespostaEstatisticas) =>
        paridade.postos > 0 && paridade.postosEmQueAlcoolCompensa <= paridade.postos,
    },
    {
      pergunta: 'Qual o preço médio do diesel S10 no estado?',
      ferramenta: 'estatisticas',
      argumentos: {},
      confere: ({ combustiveis }: RespostaEstatisticas, known) => {
        const prices = good(known.entries('diesel-aditivado')).map(priceOf)
        return (
          Math.abs(
            (combustiveis['diesel-aditivado'].precoMedio ?? 0) -
              prices.reduce((a, b) => a + b) / prices.length,
          ) <= 0.0005
        )
      },
    },
  ]
}
