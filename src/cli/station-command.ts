import { ROWS } from './views/precos.ts'
import { invalidParameters } from '../domain/questions/parameter-problems.ts'
import { string } from '@oclif/core/args'
import type { RespostaPostos } from '../domain/answers/posto.ts'
import { quote } from '../domain/basics/text.ts'
import { parametros } from '../domain/questions/parameters.ts'
import { readQuery } from '../domain/questions/read-query.ts'
import { GasolinaError } from '../errors.ts'
import { stationsSheet } from '../format/files/station-sheets.ts'
import type { Form } from '../format/forms.ts'
import { type View, left, tableOf } from '../format/terminal/view.ts'
import { decimal, punctuatedCnpj } from '../format/words/formatting.ts'
import { companyFound, soleStation, townOf } from '../format/words/names.ts'
import type { Query } from '../query/query.ts'
import { parameterFlag, parametersFrom, readFlags } from './arguments/flags.ts'
import { LookupCommand } from './lookup-command.ts'
import texts from './command-texts.json' with { type: 'json' }

export const stationArgs = { posto: string({ ...texts.options.posto, required: true, ignoreStdin: true }) }

export const optionalStationArgs = { posto: string({ ...stationArgs.posto, required: false }) }

export const stationFlags = {
  bairro: parameterFlag('postos', 'bairro'),
  municipio: parameterFlag('postos', 'municipio'),
}

/** A command about one station, named by CNPJ or by words of its name. */
export abstract class StationCommand extends LookupCommand {
  /** The station's CNPJ, or undefined after a list of several with that name. */
  protected async stationOf(query: Query, text: string, flags: Record<string, unknown>, formato: Form) {
    const { bairro, municipio } = flags
    const found = await findStation(query, text, parametersFrom('postos', { bairro, municipio }))
    if (typeof found === 'string') return found
    const { dialeto } = readFlags('postos', { dialeto: flags['dialeto'] })
    this.show(formato, {
      resposta: found,
      sheet: () => stationsSheet(found),
      view: () => stationsView({ ...found, conteudo: found.conteudo.slice(0, ROWS) }, text),
      dialeto,
    })
    this.tell(
      `${decimal(found.totalEncontrados)} postos têm '${quote(text)}' no nome${found.totalEncontrados > ROWS && formato === 'tabela' ? `, e estes são ${ROWS}` : ''}: repita com o CNPJ de um deles${municipio === undefined ? ', com mais palavras ou com --municipio' : ' ou com mais palavras'}.`,
    )
    return undefined
  }
}

type Row = RespostaPostos['conteudo'][number]

export function stationsView({ conteudo }: RespostaPostos, nome: string): View {
  const companies = conteudo.some(({ estabelecimento }) => companyFound(estabelecimento, nome) !== undefined)
  const table = tableOf(conteudo, [
    left('CNPJ', ({ estabelecimento: e }) => punctuatedCnpj(e.cnpj)),
    left('POSTO', ({ estabelecimento: e }) => e.nomeFantasia, { min: 26 }),
    ...(companies
      ? [left<Row>('RAZÃO SOCIAL', ({ estabelecimento: e }) => companyFound(e, nome) ?? '', { min: 20 })]
      : []),
    left('BAIRRO', ({ estabelecimento: e }) => e.endereco.bairro, { min: 8, optional: true }),
    left('MUNICÍPIO', ({ estabelecimento: e }) => townOf(e.endereco), { min: 9 }),
  ])
  return { body: [[table]] }
}

/** A CNPJ, or the stations that a name may mean. @throws {GasolinaError} `posto_nao_encontrado`, with the nearest names. */
async function findStation(query: Query, text: string, place: [string, string][]) {
  const cnpj = parametros.cnpj.parse(text)
  if (cnpj !== undefined && !/\s/.test(text.trim())) {
    const [beside] = place
    if (beside === undefined) return cnpj
    throw invalidParameters({
      frase: `O CNPJ já diz qual é o posto: tire --${beside[0]}.`,
      erro: { parametro: beside[0], valor: quote(beside[1]), aceitos: [] },
    })
  }
  if (isNearlyCnpj(text)) readQuery('posto', [['cnpj', text]])
  const found = await query.postos(readQuery('postos', [['nome', text], ...place]))
  const [first] = found.conteudo
  if (!first) throw unknownStation(text, found.sugestoes ?? [])
  return soleStation(found, text) ?? found
}

/** Digits alone, too many for a name such as `220`. */
function isNearlyCnpj(text: string): boolean {
  return /^[\d./\-\s]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 8
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
