/** Which fuel an answer advises, in the many ways in which people put it. Texts are plain: lower case, no accents. */

export type Verdict = 'alcool' | 'gasolina'

const NAMES: Record<Verdict, string> = { alcool: '(?:alcool|etanol)', gasolina: 'gasolina' }
const ADVISES =
  '(?:compensa|vale|melhor(?! preco)|va|use|usaria|abasteca|escolha|prefira|recomendo|opte|fique|ponha)'
const IS_BETTER =
  '(?:compensa|vale mais|vale a pena|(?:sai|fica) mais (?:barat|econ|em conta)[a-z]*|e mais (?:vantajos|econ)[a-z]*|e a melhor|e o melhor|e melhor|rende mais|leva vantagem|ganha)'
/** What a fuel does only elsewhere or below some limit is no advice. */
const ELSEWHERE = '(?! (?:ate|se|quando|em \\d|so|apenas|somente))'

export function advises(said: string, verdict: Verdict): boolean {
  const other = verdict === 'alcool' ? 'gasolina' : 'alcool'
  const [it, not] = [NAMES[verdict], NAMES[other]]
  return [
    `(?<!\\b(?:nao|so|nem)\\b[a-z, ]{0,30})\\b${ADVISES}\\b ${gapWithout(not)}${it}\\b`,
    `\\b${it} ${gapWithout(not)}${IS_BETTER}\\b${ELSEWHERE}`,
    `\\bnao (?:compensa|vale)\\b ${gapWithout(it)}${not}\\b`,
    `(?<!\\bda )\\b${not}\\b(?:(?!(?<!\\bda )\\b${it}\\b)[^.;:!])*?\\bnao (?:compensa|vale)\\b${ELSEWHERE}`,
  ].some((pattern) => new RegExp(pattern).test(said))
}

/** A few words between, none of them the other fuel or what turns the advice around. */
function gapWithout(fuel: string): string {
  return `(?:(?!(?:${fuel}|nao|so|nem|mas)\\b)[a-z,]+ ){0,5}`
}
