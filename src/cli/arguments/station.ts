import { string } from '@oclif/core/args'
import type { RespostaPostos } from '../../domain/answers/posto.ts'
import { parametros } from '../../domain/questions/parameters.ts'
import { readQuery } from '../../domain/questions/read-query.ts'
import { quote } from '../../domain/basics/text.ts'
import { GasolinaError } from '../../errors.ts'
import type { Query } from '../../query/query.ts'
import { parameterFlags } from './flags.ts'

/** The one argument of what is asked of one station. */
export const stationArgs = {
  posto: string({
    description: 'CNPJ do posto, com ou sem pontuação, ou palavras do seu nome',
    required: true,
    ignoreStdin: true,
  }),
}

/** The same where, without it, something wider is asked. */
export const optionalStationArgs = {
  posto: string({ ...stationArgs.posto, required: false }),
}

const { bairro, municipio } = parameterFlags('postos')

/** Narrow the search by name. */
export const stationFlags = { ...(bairro && { bairro }), ...(municipio && { municipio }) }

/**
 * The CNPJ of the station meant, or the several stations a name may mean.
 * @throws {GasolinaError} `posto_nao_encontrado` when no station has that name, with the nearest ones.
 */
export async function findStation(
  query: Query,
  text: string,
  place: [string, string][],
): Promise<string | RespostaPostos> {
  const cnpj = parametros.cnpj.parse(text)
  if (cnpj !== undefined && !/\s/.test(text.trim())) return cnpj
  if (/^[\d./\-\s]+$/.test(text)) readQuery('posto', [['cnpj', text]])
  const found = await query.postos(readQuery('postos', [['nome', text], ...place]))
  const [first] = found.conteudo
  if (!first) throw unknownStation(text, found.sugestoes ?? [])
  return found.totalEncontrados === 1 ? first.estabelecimento.cnpj : found
}

function unknownStation(text: string, sugestoes: readonly string[]): GasolinaError {
  const meant = sugestoes.length > 0 ? ` Talvez: ${sugestoes.join('; ')}?` : ''
  const [sugestao] = sugestoes
  return new GasolinaError(
    'posto_nao_encontrado',
    `Nenhum posto encontrado com '${quote(text)}' no nome.${meant} Use um CNPJ ou palavras do nome.`,
    { erros: [{ parametro: 'nome', valor: quote(text), ...(sugestao && { sugestao }) }] },
  )
}
