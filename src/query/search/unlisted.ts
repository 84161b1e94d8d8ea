import { JANELA, NA_JANELA } from '../../domain/facts/rules.ts'

const PRICE =
  /(?:(?:^|\s)(?:a|por|at[eé]|menos de|abaixo de|no m[aá]ximo|r\$))?\s*(?<![\d.,/-])\d(?:[.,]\d{1,3})(?![\d.,/-]| ?km\b)(?:\s*reais)?|(?:(?:a|por|at[eé]|menos de|abaixo de) )?(?<!\d)\d reais/gi

/** `20 litros de`, `50 reais`, `R$ 100`: an amount has two digits, one is a price unless a fuel follows. */
const AMOUNT =
  /(?:^|\s)(?:(?:com|por|de|uns?|at[eé]|(?:menos|mais|abaixo) de) )?(?:tanque (?:de|com) )?(?:r\$ ?(?:\d{2,4}(?:,\d\d)?|\d(?![\d.,]))|(?:r\$ ?)?(?:\d{2,4}(?:,\d\d)? ?(?:reais|conto|litros?|l)|\d litros?|\d reais(?= d[eao]\s)))(?: d[eao])?(?=[\s,.]|$)/gi

/** Topics of other pages, which the search links to. */
export type Assunto = 'passado' | 'mudancas'

interface Unlisted {
  words: RegExp
  sentence: string
  /** Words that come nearest. */
  nearest?: string
  assunto?: Assunto
}

/** Words that no list is made of, such as services or forecasts that the source does not tell, with their sentence. */
export const UNLISTED: readonly Unlisted[] = [
  {
    words:
      /(?:^|\s)(?:(?:que )?(?:est[aá]|fica) )?(?:abert[oa]s?(?: agora)?|24 ?h(?:oras|rs?)?|hor[aá]rio)(?=\s|$)/gi,
    sentence: 'O horário dos postos não é conhecido aqui: as notas fiscais só dizem o que foi vendido.',
  },
  {
    words: /(?:^|\s)(?:(?:que )?(?:est[aá]|foi) )?(?:fechad[oa]s?|fechou)(?=\s|$)/gi,
    sentence: `Aqui não se sabe que posto fechou; o que não vende um combustível ${NA_JANELA} sai da lista dele.`,
  },
  {
    words: /(?:^|\s)(?:(?:que )?aceitam? )?(?:pix|cart[aã]o(?: de cr[eé]dito)?)(?=\s|$)/gi,
    sentence: 'As formas de pagamento dos postos não são conhecidas aqui.',
  },
  {
    words:
      /(?:^|\s)(?:com )?(?:troca de [oó]leo|calibra\w*(?: (?:de |o )?pneus?)?|lava[ -]?(?:jato|gem)|arla(?: 32)?)(?=\s|$)/gi,
    sentence:
      'Os serviços dos postos e outros produtos não são conhecidos aqui: só os preços dos seis combustíveis.',
  },
  {
    words: /(?:^|\s)(?:(?:mais|bem) car[oa]s?|mai(?:or|s alto)(?: pre[cç]o)?)(?=\s|$)/gi,
    sentence: 'As listas vão do mais barato ao mais caro: o mais caro está no fim.',
  },
  {
    words:
      /(?:^|\s)(?:(?:ser[aá] que )?(?:vai|v[aã]o|deve) (?:subir|aumentar|baixar|cair|descer|mudar)|previs[aã]o|(?:depois de )?amanh[aã]|pr[oó]xim[oa] (?:semana|m[eê]s)|(?:semana|m[eê]s) que vem)(?=[\s,.]|$)/gi,
    sentence:
      'Previsão de preço não há aqui: os últimos 30 dias estão na página de cada cidade e de cada combustível.',
  },
  {
    words:
      /(?:^|\s)(?:(?:qual|que) dia|(?:o )?melhor (?:dia|hora)|dia mais barato|(?:dia|fim) d[ae] semana)(?: da semana)?(?=\s|$)/gi,
    sentence:
      'A busca não compara dias da semana: onde o preço costuma mudar no fim de semana, a página da cidade avisa nos dois dias antes.',
  },
  {
    words: /(?:^|\s)(?:(?:me )?(?:avis(?:[ae]r?|o|os)|notifi\w+|alert\w+)(?:[- ]me)?)(?=\s|$)/gi,
    sentence:
      'A busca não avisa: peça o aviso em “Avise-me quando mudar”, na página da cidade, do combustível ou do posto.',
  },
  {
    words:
      /(?:^|\s)(?:(?:que )?(?:n[aã]o (?:aparece|acho|achei|encontr(?:o|ei)|est[aá] (?=aqui|na lista))|sumiu|(?:est[aá] )?faltando|falta)(?: (?:aqui|na lista))?)(?=\s|$)/gi,
    sentence: `Um posto só aparece aqui quando a nota fiscal de uma venda dele chega à SEFAZ/AL, e o que não vende um combustível em ${JANELA} sai da lista dele. A página Sobre diz com quem falar.`,
  },
  // A bare “premium” is the name of many stations.
  {
    words:
      /(?<!\b(?:diesel|s[- ]?10|posto)(?: aditivado| s[- ]?10)?)(?:^|\s)(?:gasolina )?(?:aditivada )?(?:podium|octapro|v[ -]?power racing)(?: aditivada)?(?=\s|$)|\bgasolina premium\b/gi,
    sentence:
      'A gasolina premium (Podium, V-Power Racing, Octapro) não tem lista à parte: foi entendida como aditivada.',
    nearest: ' gasolina aditivada',
  },
  {
    words:
      /(?:^|\s)(?:d[eao] |n[ao] )?(?:ante)?ontem(?=[\s,.]|$)|(?:^|\s)(?:d[ao] |n[ao] )?(?:(?:semana|m[eê]s|ano|dia) passad[oa]|[uú]ltim[oa]s? (?:semana|m[eê]s|dias))(?=[\s,.]|$)/gi,
    sentence: 'A busca não responde por dia que passou: as listas são de agora.',
    assunto: 'passado',
  },
  {
    words:
      /(?:^|\s)(?:(?:que|quem|qual|se) )?(?:j[aá] )?(?:subiu|baixou|abaixou|caiu|aumentou|mudou)(?: (?:o|de) pre[cç]o)?(?=[\s,.]|$)/gi,
    sentence: 'As listas não separam quem subiu ou baixou: isso está na página de cada cidade.',
    assunto: 'mudancas',
  },
  {
    words: AMOUNT,
    sentence: 'A busca não faz conta com reais nem com litros: as listas dão o preço da bomba.',
  },
  {
    words: PRICE,
    sentence: 'A busca não procura por preço: as listas vão do mais barato ao mais caro.',
  },
]
