/** Judges an answer by code: what it must say, what it must not, and whether each price in it comes from the tools. */
import type { Question } from './questions.ts'
import { type Claim, plain } from './truth.ts'
import { advises } from './verdict.ts'

export interface Call {
  ferramenta: string
  argumentos: Record<string, unknown>
  /** What the model was shown. */
  mostrado: string
}

export interface Score {
  /** certa: all claims, nothing invented, and the cautions told; parcial: a caution is missing; errada: the rest. */
  nota: 'certa' | 'parcial' | 'errada'
  faltas: string[]
}

/** Half a cent, and the noise of binary fractions. */
const TOLERANCE = 0.0051

export function scoreOf(
  question: Question,
  claims: readonly Claim[],
  written: string,
  calls: readonly Call[],
): Score {
  const answer = withoutMarks(written)
  const said = plain(answer)
  const figures = figuresIn(answer)
  const wrong = [
    ...claims.filter((claim) => !holds(claim, said, figures)).map(describe),
    ...(question.naoDiz ?? [])
      .filter((words) => said.includes(plain(words)))
      .map((words) => `diz “${words}”`),
    ...(question.semPreco && pricesIn(answer).length > 0 ? ['diz um preço'] : []),
    ...invented(question, answer, calls).map((price) => `R$ ${price} não vem das ferramentas`),
  ]
  const missing =
    pricesIn(answer).length > 0 ? cautions.filter(([, told]) => !told.test(said)).map(([what]) => what) : []
  const { chamadas = 2 } = question
  if (calls.length > chamadas) missing.push(`${calls.length} chamadas`)
  const nota = wrong.length > 0 ? 'errada' : missing.length > 0 ? 'parcial' : 'certa'
  return { nota, faltas: [...wrong, ...missing] }
}

/** What has to stand beside a price, here where all of them are fictional. */
const cautions: readonly (readonly [string, RegExp])[] = [
  ['não diz que é demonstração', /demonstra|fictici/],
  [
    'não diz de quando é',
    /\b\d{1,2}\/\d{1,2}\b|\d{1,2} de [a-z]+|\bha \d|\d{1,2}[h:]\d{2}|hoje|ontem|minutos/,
  ],
  ['não diz a fonte', /sefaz|nota fiscal|notas fiscais|fonte|gasolina\/|precos\.example/],
]

/** What makes words bold or slanted is not part of them. */
function withoutMarks(text: string): string {
  return text.replace(/\*+|__|`/g, '')
}

function holds(claim: Claim, said: string, figures: readonly number[]): boolean {
  if ('compensa' in claim) return advises(said, claim.compensa)
  if ('palavras' in claim) return claim.palavras.some((words) => said.includes(plain(words)))
  return claim.numeros.some((wanted) => figures.some((figure) => Math.abs(figure - wanted) <= TOLERANCE))
}

function describe(claim: Claim): string {
  if ('compensa' in claim) return `não diz que compensa ${claim.compensa}`
  return 'palavras' in claim
    ? `não diz ${claim.palavras.slice(0, 3).join(' ou ')}`
    : `não diz ${claim.numeros.map((each) => each.toFixed(3)).join(' ou ')}`
}

/**
 * Prices that stand in no output and do not follow from what the answer and the question say: a sum or a difference of two,
 * one of these for a quantity or by it, or the difference of two such bills.
 */
function invented(question: Question, answer: string, calls: readonly Call[]): number[] {
  // In a row of JSON `6.859,7.159` are two figures, not six thousand.
  const shown = calls.flatMap(({ mostrado }) => [...figuresIn(mostrado), ...jsonFiguresIn(mostrado)])
  const asked = [question.pergunta, ...(question.antes ?? [])].flatMap(figuresIn)
  const prices = pricesIn(answer)
  const known = prices.filter((price) => near(shown, price) || near(asked, price))
  const combined = pairs(known).flatMap(([a, b]) => [a + b, Math.abs(a - b)])
  const quantities = [...asked, ...quantitiesIn(answer)].filter((quantity) => quantity > 0)
  const bills = quantities.flatMap((quantity) => known.map((price) => price * quantity))
  const followed = [
    ...combined,
    ...bills,
    ...quantities.flatMap((quantity) => combined.map((each) => each * quantity)),
    ...quantities.flatMap((quantity) => known.map((price) => price / quantity)),
    ...pairs(bills).flatMap(([a, b]) => [a + b, Math.abs(a - b)]),
  ]
  return prices.filter((price) => !known.includes(price) && !near(followed, price))
}

function pairs(values: readonly number[]): [number, number][] {
  return values.flatMap((a, i) => values.slice(i + 1).map((b): [number, number] => [a, b]))
}

/** `40 litros`, `12 km`. */
function quantitiesIn(text: string): number[] {
  return [...text.matchAll(/(\d+(?:[.,]\d+)?)\s*(?:l\b|litros?|km|m³)/gi)].map(([, figure = '']) =>
    toNumber(figure),
  )
}

function near(values: readonly number[], wanted: number): boolean {
  return values.some((value) => Math.abs(value - wanted) <= TOLERANCE)
}

/** Figures after `R$`. */
function pricesIn(text: string): number[] {
  return [...text.matchAll(/R\$\s*(\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?)/g)].map(([, figure = '']) =>
    toNumber(figure),
  )
}

/** Every figure, Brazilian or of JSON. */
function figuresIn(text: string): number[] {
  return [...text.matchAll(/\d{1,3}(?:\.\d{3})+,\d+|\d+(?:[.,]\d+)?/g)].map(([figure]) => toNumber(figure))
}

function jsonFiguresIn(text: string): number[] {
  return [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([figure]) => Number(figure))
}

function toNumber(figure: string): number {
  return Number(figure.includes(',') ? figure.replaceAll('.', '').replace(',', '.') : figure)
}
