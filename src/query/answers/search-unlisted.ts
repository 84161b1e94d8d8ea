import { JANELA, NA_JANELA } from '../../domain/facts/rules.ts'

const PRICE =
  /(?:(?:^|\s)(?:a|por|at[eé]|menos de|abaixo de|no m[aá]ximo|r\$))?\s*(?<![\d.,/-])\d(?:[.,]\d{1,3})(?![\d.,/-])(?:\s*reais)?|(?:(?:a|por|at[eé]|menos de|abaixo de) )?(?<!\d)\d reais/gi

/** Words that no list is made of, such as services or forecasts that the source does not tell, with their sentence, and words that come nearest. */
export const UNLISTED: readonly (readonly [RegExp, string, string?])[] = [
  [
    /(?:^|\s)(?:(?:que )?(?:est[aá]|fica) )?(?:abert[oa]s?(?: agora)?|24 ?h(?:oras|rs?)?|hor[aá]rio)(?=\s|$)/gi,
    'O horário dos postos não é conhecido aqui: as notas fiscais só dizem o que foi vendido.',
  ],
  [
    /(?:^|\s)(?:(?:que )?(?:est[aá]|foi) )?(?:fechad[oa]s?|fechou)(?=\s|$)/gi,
    `Aqui não se sabe que posto fechou; o que não vende um combustível ${NA_JANELA} sai da lista dele.`,
  ],
  [
    /(?:^|\s)(?:(?:que )?aceitam? )?(?:pix|cart[aã]o(?: de cr[eé]dito)?)(?=\s|$)/gi,
    'As formas de pagamento dos postos não são conhecidas aqui.',
  ],
  [
    /(?:^|\s)(?:com )?(?:troca de [oó]leo|calibra\w*(?: (?:de |o )?pneus?)?|lava[ -]?(?:jato|gem)|arla(?: 32)?)(?=\s|$)/gi,
    'Os serviços dos postos e outros produtos não são conhecidos aqui: só os preços dos seis combustíveis.',
  ],
  [
    /(?:^|\s)(?:(?:mais|bem) car[oa]s?|mai(?:or|s alto)(?: pre[cç]o)?)(?=\s|$)/gi,
    'As listas vão do mais barato ao mais caro: o mais caro está no fim.',
  ],
  [
    /(?:^|\s)(?:(?:ser[aá] que )?(?:vai|v[aã]o|deve) (?:subir|aumentar|baixar|cair|descer|mudar)|previs[aã]o)(?=\s|$)/gi,
    'Previsão de preço não há aqui: os últimos 30 dias estão na página de cada cidade e de cada combustível.',
  ],
  [
    /(?:^|\s)(?:(?:qual|que) dia|(?:o )?melhor (?:dia|hora)|dia mais barato|(?:dia|fim) d[ae] semana)(?: da semana)?(?=\s|$)/gi,
    'A busca não compara dias da semana: onde o preço costuma mudar no fim de semana, a página da cidade avisa nos dois dias antes.',
  ],
  [
    /(?:^|\s)(?:(?:me )?(?:avis(?:[ae]r?|o|os)|notifi\w+|alert\w+)(?:[- ]me)?)(?=\s|$)/gi,
    'A busca não avisa: peça o aviso em “Avise-me quando mudar”, na página da cidade, do combustível ou do posto.',
  ],
  [
    /(?:^|\s)(?:(?:que )?(?:n[aã]o (?:aparece|acho|achei|encontr(?:o|ei)|est[aá] (?=aqui|na lista))|sumiu|(?:est[aá] )?faltando|falta)(?: (?:aqui|na lista))?)(?=\s|$)/gi,
    `Um posto só aparece aqui quando a nota fiscal de uma venda dele chega à SEFAZ/AL, e o que não vende um combustível em ${JANELA} sai da lista dele. A página Sobre diz com quem falar.`,
  ],
  // A bare “premium” is the name of many stations.
  [
    /(?<!\b(?:diesel|s[- ]?10|posto)(?: aditivado| s[- ]?10)?)(?:^|\s)(?:gasolina )?(?:aditivada )?(?:podium|octapro|v[ -]?power racing)(?: aditivada)?(?=\s|$)|\bgasolina premium\b/gi,
    'A gasolina premium (Podium, V-Power Racing, Octapro) não tem lista à parte: foi entendida como aditivada.',
    ' gasolina aditivada',
  ],
  [PRICE, 'A busca não procura por preço: as listas vão do mais barato ao mais caro.'],
]
