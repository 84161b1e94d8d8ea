import { parametros } from '../../domain/questions/parameters.ts'

const NAMES = [...new Set([...Object.keys(parametros), 'perto'])].join('|')
const PAIR = new RegExp(String.raw`\b(${NAMES})=(?=[^\s=])`, 'g')
/** A parameter's name where a sentence speaks of the parameter: at its beginning, and after these words. */
const NAMED = new RegExp(
  String.raw`(^|[.:!?] |\b(?:[Ff]alta|com|sem|tamb[eé]m|use|em|a|e|ou|diz) |, )(${NAMES})(?=$|[ ,.;:)])`,
  'g',
)
/** Lists of accepted values may have names of parameters among them. */
const LIST = /(\b(?:um de|Use|Talvez):? [^.?]*[.?]?)/

/** A sentence about parameters in the words of the terminal: `raio só vale junto com lat e lon` names --raio, --lat and --lon. */
export function inFlags(sentence: string): string {
  return sentence
    .split(LIST)
    .map((part, at) => (at % 2 === 1 ? part : inFlagsOf(part)))
    .join('')
}

function inFlagsOf(part: string): string {
  return part
    .replaceAll(new RegExp(`&(?=(?:${NAMES})=)`, 'g'), ' ')
    .replaceAll(PAIR, '--$1 ')
    .replaceAll(NAMED, '$1--$2')
}
