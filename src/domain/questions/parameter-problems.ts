import { type ErroDeParametro, GasolinaError } from '../../errors.ts'
import { combustiveis, fuelByAlias, mayBeCookingGas, slugs } from '../facts/fuels.ts'
import { type NomeDeConsulta, type NomeDeParametro, parametroDe } from './parameters.ts'
import { CHANGES_DAYS } from '../facts/rules.ts'
import { nearest, quote } from '../basics/text.ts'

/** A wrong parameter and the sentence that says so. */
export interface Problem {
  frase: string
  erro: ErroDeParametro
}

export function invalidParameters(...problems: readonly Problem[]): GasolinaError {
  return new GasolinaError('parametro_invalido', problems.map((p) => p.frase).join(' '), {
    erros: problems.map(({ erro }) => erro),
  })
}

export function unknownParameter(name: string, text: string, accepted: readonly NomeDeParametro[]): Problem {
  const meantBy = ALSO_CALLED.get(name.toLowerCase())
  const [sugestao] = meantBy && accepted.includes(meantBy) ? [meantBy] : nearest(name, accepted, 1)
  const meant = sugestao ? ` Talvez ${sugestao}?` : ''
  return {
    frase: `O parâmetro '${quote(name)}' não existe aqui.${meant} Use: ${accepted.join(', ')}.`,
    erro: {
      parametro: quote(name),
      valor: quote(text),
      aceitos: [...accepted],
      ...(sugestao && { sugestao }),
    },
  }
}

/** Names of the same parameters in other services, too different for a spelling suggestion. */
const ALSO_CALLED: ReadonlyMap<string, NomeDeParametro> = new Map([
  ['cidade', 'municipio'],
  ['city', 'municipio'],
  ['produto', 'combustivel'],
  ['fuel', 'combustivel'],
  ['latitude', 'lat'],
  ['longitude', 'lon'],
  ['lng', 'lon'],
  ['radius', 'raio'],
  ['limit', 'limite'],
  ['page', 'pagina'],
  ['sort', 'ordenar'],
])

export function repeated(name: NomeDeParametro, text: string): Problem {
  return {
    frase: `O parâmetro ${name} veio mais de uma vez: use uma só.`,
    erro: { parametro: name, valor: quote(text), aceitos: ['uma vez só'] },
  }
}

export function wrongValue(consulta: NomeDeConsulta, name: NomeDeParametro, text: string): Problem {
  if (name === 'combustivel') return unknownFuel(text)
  const { aceita } = parametroDe(consulta, name)
  const [, options] = /^um de: (.*)$/.exec(aceita) ?? []
  return refusedValue(name, text, options?.split(', ') ?? aceita)
}

/** `accepted` is a list of values, or in words what is accepted. A value near one of the list is suggested. */
export function refusedValue(name: string, text: string, accepted: string | readonly string[]): Problem {
  const valor = quote(text)
  const isList = typeof accepted !== 'string'
  const [sugestao] = isList ? nearest(text, accepted, 1) : []
  return {
    frase: `${name} '${valor}' não vale: use ${isList ? `um de: ${accepted.join(', ')}` : accepted}.`,
    erro: {
      parametro: name,
      valor,
      aceitos: isList ? [...accepted] : [accepted],
      ...(sugestao && { sugestao }),
    },
  }
}

export function periodBackwards(desde: string, ate: string): Problem {
  return {
    frase: `O período começa em ${desde}, depois do seu fim, ${ate}: use desde igual ou anterior a ate.`,
    erro: { parametro: 'desde', valor: desde, aceitos: [`um dia até ${ate}`] },
  }
}

/** Changes of a place are read sale by sale. */
export function tooManyDays(
  { desde, ate }: { desde: string; ate: string },
  days: number,
  first: string,
): Problem {
  return {
    frase: `De ${desde} a ${ate} são ${days} dias: granularidade=mudancas de um lugar leva até ${CHANGES_DAYS}; para mais, peça por dia, por semana ou por mês.`,
    erro: { parametro: 'desde', valor: desde, aceitos: [`um dia a partir de ${first}`] },
  }
}

/** A variation begins on a past day. */
export function notBefore(desde: string, hoje: string): Problem {
  return {
    frase: `desde ${desde} não é antes do dia dos dados, ${hoje}: use um dia anterior.`,
    erro: { parametro: 'desde', valor: desde, aceitos: [`um dia antes de ${hoje}`] },
  }
}

/** Suggests a fuel for an unknown name; `gas` alone has two meanings. */
export function unknownFuel(text: string): Problem {
  if (mayBeCookingGas(text))
    return {
      frase: `'${quote(text)}' pode ser o gás natural dos carros ou o gás de cozinha: para o dos carros use gnv; o de cozinha não está aqui.`,
      erro: { parametro: 'combustivel', valor: quote(text), aceitos: [...slugs], sugestao: 'gnv' },
    }
  const names = combustiveis.flatMap((c) => [c.slug, c.nome, ...c.apelidos])
  const [near] = nearest(text, names, 1)
  const sugestao = near === undefined ? undefined : fuelByNameOrAlias(near)?.slug
  return {
    frase: `Combustível '${quote(text)}' não existe. Use um de: ${slugs.join(', ')}.${sugestao ? ` Talvez ${sugestao}?` : ''}`,
    erro: {
      parametro: 'combustivel',
      valor: quote(text),
      aceitos: [...slugs],
      ...(sugestao && { sugestao }),
    },
  }
}

function fuelByNameOrAlias(name: string) {
  return fuelByAlias(name) ?? combustiveis.find((c) => c.nome === name)
}
