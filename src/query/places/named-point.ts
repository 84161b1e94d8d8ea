import { LRUCache } from 'lru-cache'
import { createMemory, oncePer } from '../../domain/basics/memoize.ts'
import { quote } from '../../domain/basics/text.ts'
import { loneCnpj } from '../../domain/facts/sale-record.ts'
import { readPoint } from '../../domain/geo/driving-route.ts'
import { placeKey, splitPlaces } from '../../domain/places/place-names.ts'
import { problem } from '../../domain/questions/parameter-problems.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { GasolinaError } from '../../errors.ts'
import { listed } from '../../format/words/formatting.ts'
import { stationName, townOf } from '../../format/words/names.ts'
import type { Snapshot } from '../lists/snapshot.ts'
import { type Directory, directoryOf } from './directory.ts'
import { findName } from './point-of-name.ts'
import type { NamedPoint, Refusal } from './points-of-areas.ts'

/** Points named since the commit was published; people ask for the same few hundred. */
const pointsOf = oncePer(() => createMemory<string, NamedPoint>(new LRUCache({ max: 1000 })))

/** The point of a text: `lat,lon`, CNPJ, CEP, municipality, district or landmark. @throws {GasolinaError} `parametro_invalido` for none, or several. */
export function pointNamed(snapshot: Snapshot, text: string, parametro: 'perto' | 'rota'): NamedPoint {
  return pointsOf(snapshot)(text, () => {
    const found = find(snapshot, text)
    if ('centro' in found) return found
    throw refused(directoryOf(snapshot), parametro, text, found)
  })
}

/** True for a text that names one point. */
export function isPoint(snapshot: Snapshot, text: string): boolean {
  return 'centro' in find(snapshot, text)
}

function find(snapshot: Snapshot, text: string): NamedPoint | Refusal {
  const point = readPoint(text)
  if (point) {
    const nome = `${point.latitude},${point.longitude}`
    return { centro: { nome, tipo: 'ponto', ...point, precisao: 'exata' }, notes: [] }
  }
  const cnpj = loneCnpj(text)
  return cnpj === undefined ? findName(snapshot, text) : findStation(snapshot, cnpj)
}

function findStation(snapshot: Snapshot, cnpj: string): NamedPoint | Refusal {
  const posto = snapshot.posto(cnpj)
  if (!posto) return { why: 'nenhum posto conhecido tem esse CNPJ', names: [] }
  const { endereco } = posto
  if (!endereco.localizacao) return { why: 'não se sabe onde fica esse posto', names: [] }
  const nome = `${stationName(posto)}, ${townOf(endereco)}`
  const { precisao, latitude, longitude } = endereco.localizacao
  return { centro: { nome, tipo: 'posto', precisao, latitude, longitude }, notes: [] }
}

/** No station's own words, unless they are those asked for. */
function isTellable({ districts }: Directory, nome: string, text: string): boolean {
  const key = placeKey(splitPlaces(nome)[0] ?? '')
  return districts.get(key)?.isVouched !== false || key === placeKey(text)
}

function refused(directory: Directory, parametro: 'perto' | 'rota', text: string, { why, names }: Refusal) {
  const { aceita } = parametros.perto
  const told = names.filter((nome) => isTellable(directory, nome, text))
  const meant = told.length > 0 ? `: ${listed(told, '; ')}` : ''
  const motivo = `${parametro} “${quote(text)}”: ${why}${meant}.`
  const aceitos = names.length > 0 ? names.slice(0, 20) : [aceita]
  const { frase, erro } = problem(`${motivo} Use ${aceita}.`, {
    parametro,
    valor: text,
    aceitos,
    sugestao: names[0],
  })
  return new GasolinaError('parametro_invalido', frase, { erros: [erro], motivo })
}
