import type { Lugar } from '../domain/answers.ts'
import type { Ponto } from '../domain/distances.ts'
import { medianPoint } from '../domain/distances.ts'
import { bairrosDeMaceio, MACEIO } from '../domain/maceio.ts'
import { municipioByCode } from '../domain/municipalities.ts'
import { invalidParameters } from '../domain/parameter-problems.ts'
import { readQuery } from '../domain/read-query.ts'
import { quote } from '../domain/text.ts'
import type { Query } from '../query/query.ts'

/** Whether `--perto` names a place; two numbers have no letters. */
export function isPlaceName(text: string): boolean {
  return /\p{L}{2}/u.test(text)
}

/**
 * The middle of a district or a municipality, and what it is called: of its stations with believable points, else the known one.
 * @throws {GasolinaError} `parametro_invalido` for a name that is no one place.
 */
export async function middleOf(query: Query, text: string): Promise<{ nome: string; centre: Ponto }> {
  const { lugar, observacoes, conteudo } = await query.postos(readQuery('postos', [['bairro', text]]))
  const points = conteudo.flatMap(({ estabelecimento: { endereco } }) => {
    const { latitude, longitude } = endereco
    return latitude === null || longitude === null ? [] : [{ latitude, longitude }]
  })
  const centre = lugar.municipios.length === 1 ? (medianPoint(points) ?? knownPoint(lugar)) : undefined
  if (centre) return { nome: lugar.nome, centre }
  const why = observacoes.length > 0 ? ` ${observacoes.join(' ')}` : ''
  throw invalidParameters([
    {
      frase: `perto '${quote(text)}' não é um lugar só: use latitude e longitude, um município ou um bairro com o município (ex.: "farol, maceió").${why}`,
      erro: { parametro: 'perto', valor: quote(text), aceitos: ['latitude,longitude', 'um lugar'] },
    },
  ])
}

function knownPoint({ bairros, municipios }: Lugar): Ponto | undefined {
  const code = municipios[0]?.codigoIBGE
  if (code === undefined) return undefined
  const [district] = bairros
  return district === undefined
    ? municipioByCode(code)
    : bairrosDeMaceio.find(({ nome }) => code === MACEIO && nome === district)
}
