import type { Lugar } from '../../domain/answers/common.ts'
import { type Ponto, medianPoint } from '../../domain/geo/distances.ts'
import { bairrosDeMaceio, MACEIO } from '../../domain/alagoas/known-places.ts'
import { municipioByCode } from '../../domain/alagoas/municipalities.ts'
import { invalidParameters } from '../../domain/questions/parameter-problems.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { quote } from '../../domain/basics/text.ts'
import type { Query } from '../../query/query.ts'

/** `--perto` with letters is a place name. `0,0` is a placeholder until its middle is known. */
export function readPlaceName<F extends { perto?: string | undefined }>(
  flags: F,
): { name: string | undefined; flags: F } {
  const isName = flags.perto !== undefined && /\p{L}{2}/u.test(flags.perto)
  return isName ? { name: flags.perto, flags: { ...flags, perto: '0,0' } } : { name: undefined, flags }
}

/** The question asked from the middle of the named place; unchanged without a name. */
export async function moveTo<P>(
  name: string | undefined,
  pedido: P,
  query: Pick<Query, 'postos'>,
  tell: (sentence: string) => void,
): Promise<P> {
  if (name === undefined) return pedido
  const { nome, centre } = await middleOf(query, name)
  tell(`Perto do meio de ${nome}.`)
  return { ...pedido, lat: centre.latitude, lon: centre.longitude }
}

/**
 * Name and middle of a district or a municipality: the median of its stations' points, else the known point.
 * @throws {GasolinaError} `parametro_invalido` for a name of no place or of several.
 */
async function middleOf(
  query: Pick<Query, 'postos'>,
  text: string,
): Promise<{ nome: string; centre: Ponto }> {
  const { lugar, observacoes, conteudo } = await query.postos(readQuery('postos', [['bairro', text]]))
  const points = conteudo.flatMap(({ estabelecimento: { endereco } }) => {
    const { latitude, longitude } = endereco
    return latitude === null || longitude === null ? [] : [{ latitude, longitude }]
  })
  const centre = lugar.municipios.length === 1 ? (medianPoint(points) ?? knownPoint(lugar)) : undefined
  if (centre) return { nome: lugar.nome, centre }
  const why = observacoes.length > 0 ? ` ${observacoes.join(' ')}` : ''
  throw invalidParameters({
    frase: `perto '${quote(text)}' não é um lugar só: use latitude e longitude, um município ou um bairro com o município (ex.: "farol, maceió").${why}`,
    erro: { parametro: 'perto', valor: quote(text), aceitos: ['latitude,longitude', 'um lugar'] },
  })
}

function knownPoint({ bairros, municipios }: Lugar): Ponto | undefined {
  const code = municipios[0]?.codigoIBGE
  if (code === undefined) return undefined
  const [district] = bairros
  return district === undefined
    ? municipioByCode(code)
    : bairrosDeMaceio.find(({ nome }) => code === MACEIO && nome === district)
}
