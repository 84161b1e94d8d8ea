import { quote } from '../../domain/basics/text.ts'

/** Tells that a name was taken for another: a slip, or half of it. */
export function understoodAs(asked: string, nome: string): string {
  return `“${quote(asked)}”${UNDERSTOOD}${nome}.`
}

/** Sentences of `understoodAs` are told apart from the other notes of an answer. */
export function tellsUnderstanding(sentence: string): boolean {
  return sentence.includes(UNDERSTOOD)
}

const UNDERSTOOD = ' foi entendido como '
