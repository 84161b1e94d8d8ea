import { municipios } from './municipalities.ts'
import { fold, nearest } from './text.ts'

/** As stations and people shorten the names of places. `S` is São unless it ends the name. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['TAB', 'TABULEIRO'],
  ['TABUL', 'TABULEIRO'],
  ['CJ', 'CONJUNTO'],
  ['CONJ', 'CONJUNTO'],
  ['JD', 'JARDIM'],
  ['JARD', 'JARDIM'],
  ['STA', 'SANTA'],
  ['STO', 'SANTO'],
  ['SRA', 'SENHORA'],
  ['NSA', 'NOSSA'],
  ['POV', 'POVOADO'],
  ['PQ', 'PARQUE'],
  ['PQE', 'PARQUE'],
  ['LOT', 'LOTEAMENTO'],
  ['RES', 'RESIDENCIAL'],
  ['CID', 'CIDADE'],
  ['UNIV', 'UNIVERSITARIA'],
  ['VL', 'VILA'],
  ['SEN', 'SENADOR'],
  ['PRES', 'PRESIDENTE'],
  ['GOV', 'GOVERNADOR'],
  ['DAGUA', 'AGUA'],
])

/** Written or not, singular or plural, as it comes: TABULEIRO DO, DOS MARTINS; OLHO D'AGUA. */
const CONNECTIVES = new Set(['D', 'DA', 'DAS', 'DE', 'DO', 'DOS', 'E'])

/** Districts that say nothing of where a station is. */
const VAGUE = new Set(['', 'ZONARURAL', 'RURAL', 'SN', 'RODOVIA', 'RODOVIABR', 'NAOINFORMADO'])

/** The form in which places are compared: equal for all spellings of one name. */
export function placeKey(name: string): string {
  return expand(name).replaceAll(' ', '')
}

export function isVague(key: string): boolean {
  return VAGUE.has(key)
}

/** The municipality's IBGE code when the text is one. */
export function asMunicipalityCode(text: string): number | undefined {
  const digits = text.trim()
  return /^\d{7}$/.test(digits) ? Number(digits) : undefined
}

/** Every municipality of the state by its key, with or without stations. */
export function municipalityKeys(): Map<string, number> {
  return new Map(
    municipios.flatMap((m) => [m.nome, m.nomeNaFonte].map((n) => [placeKey(n), m.codigoIBGE] as const)),
  )
}

/** Up to three names that may have been meant: those that contain the text, else the nearest in spelling. */
export function suggestPlaces(text: string, names: Iterable<string>): string[] {
  const byExpanded = new Map<string, string>()
  for (const name of names) {
    const expanded = expand(name)
    if (expanded !== '' && !byExpanded.has(expanded)) byExpanded.set(expanded, name)
  }
  const meant = expand(text)
  const containing = [...byExpanded.keys()].filter((name) => meant.length >= 3 && name.includes(meant))
  const likely = containing.length > 0 ? containing.toSorted() : nearest(meant, byExpanded.keys())
  return likely.slice(0, 3).flatMap((name) => byExpanded.get(name) ?? [])
}

function expand(name: string): string {
  const words = fold(name).split(' ')
  const meaning = words
    .map((word, at) => (word === 'S' && at < words.length - 1 ? 'SAO' : (ABBREVIATIONS.get(word) ?? word)))
    .filter((word) => !CONNECTIVES.has(word))
  // A name of connectives only (a lone `E`) is kept as it is.
  return (meaning.length > 0 ? meaning : words).join(' ')
}
