import { type Combustivel, perFuel } from '../../domain/facts/fuels.ts'
import { USUAL_FUEL } from '../../domain/facts/rules.ts'
import { inReais, mean } from '../../domain/basics/numbers.ts'
import type { Unattributed } from '../../domain/questions/schemas-of-routes.ts'
import { rotas } from '../../domain/questions/routes.ts'
import { API_VERSION } from '../../domain/basics/version.ts'
import { FONTE_URL, type SourceWords } from '../../format/words/source-words.ts'
import type { Snapshot } from '../lists/snapshot.ts'

export function answerDocumentacao(
  snapshot: Snapshot,
  { urlBase, site }: Record<'urlBase' | 'site', string>,
  { title, often }: Pick<SourceWords, 'title' | 'often'>,
): Unattributed<'documentacao'> {
  return {
    api: title,
    versao: API_VERSION,
    site,
    aberta: true,
    autenticacao: 'Nenhuma: sem chave e sem cadastro',
    cors: 'Qualquer origem',
    formato:
      'JSON em UTF-8; preços também em CSV. produto, estabelecimento e venda vêm na estrutura da fonte, com os campos dela. Valores em reais, horas de Maceió (UTC−03:00), null é desconhecido',
    fonteUrl: snapshot.commit.cabecalho.fonte === 'demonstracao' ? `${urlBase}/gasolina/sobre/` : FONTE_URL,
    atualizacao: `${often && `Coleta ${often}; `}atualizadoEm diz quando foi a última coleta, dataVenda quando foi cada venda`,
    endpoints: Object.fromEntries(rotas.map(({ caminho, frase }) => [`GET ${caminho}`, frase])),
    exemplos: examples(snapshot, urlBase),
    combustiveis: perFuel((combustivel) => summarize(snapshot, combustivel, urlBase)),
  }
}

/** Examples about a station need one: the cheapest, so that its history is alive. */
function examples(snapshot: Snapshot, urlBase: string): string[] {
  const { entries, believed } = snapshot.list(USUAL_FUEL)
  const cheapest = entries[believed[0] ?? -1]?.estabelecimento
  const cnpj = (cheapest ?? snapshot.stations()[0]?.posto)?.cnpj
  return rotas
    .flatMap(({ exemplos }): readonly string[] => exemplos)
    .filter((exemplo) => cnpj !== undefined || !exemplo.includes('{cnpj}'))
    .map((exemplo) => `${urlBase}${exemplo.replace('{cnpj}', cnpj ?? '')}`)
}

function summarize(snapshot: Snapshot, combustivel: Combustivel, urlBase: string) {
  const { slug, nome, nomePopular, codigoOrigem } = combustivel
  const { believed, price } = snapshot.list(slug)
  const prices = believed.map((at) => price[at] ?? 0)
  return {
    nome,
    nomePopular,
    codigoOrigem,
    postos: prices.length,
    precoMinimo: inReais(prices[0]),
    precoMedio: inReais(mean(prices)),
    atualizadoEm: snapshot.updatedAt(slug),
    precos: `${urlBase}/gasolina/api/precos?combustivel=${slug}`,
    arquivoJson: `${urlBase}/gasolina/dados/${slug}.json`,
    arquivoCsv: `${urlBase}/gasolina/dados/${slug}.csv`,
  }
}
