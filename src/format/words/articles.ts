import words from './place-words.json' with { type: 'json' }

const GENDERS = new Map(
  Object.entries(words.articles).flatMap(([article, names]) => names.map((name) => [name, article] as const)),
)

/** `o` or `a` where people say it before a place: by its first word, or its first two; empty before most towns. */
function articleOf(nome: string): string {
  const [first = '', second = ''] = nome.split(/[\s,]+/)
  return GENDERS.get(`${first} ${second}`) ?? GENDERS.get(first) ?? ''
}

/** `do Aeroporto de Maceió`, `da Ponta Verde`, `de Penedo`. */
export function ofPlace(nome: string): string {
  return `d${articleOf(nome) || 'e'} ${nome}`
}

/** `ao Aeroporto de Maceió`, `à Ponta Verde`, `a Penedo`. */
export function toPlace(nome: string): string {
  const article = articleOf(nome)
  return `${article === 'a' ? 'à' : `a${article}`} ${nome}`
}
