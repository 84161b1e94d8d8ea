import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { combustiveis, fuelByAlias, fuelOf } from '../domain/facts/fuels.ts'
import { invalidParameters } from '../domain/questions/parameter-problems.ts'
import { readQuery } from '../domain/questions/read-query.ts'
import { isVague, placeKey } from '../domain/places/place-names.ts'
import { fold, quote } from '../domain/basics/text.ts'
import { GasolinaError } from '../errors.ts'
import { decimal } from '../format/words/formatting.ts'
import type { Query } from '../query/query.ts'
import texts from './texts.json' with { type: 'json' }
import { CYLINDER, TANK, filled } from './tools/tool-definition.ts'

const ondeAbastecer: Prompt = {
  ...texts.prompt,
  arguments: texts.prompt.arguments.map(({ name, description, required }) => {
    return { name, description: filled(description), required }
  }),
}

export const promptList: Prompt[] = [ondeAbastecer]

/** @throws {GasolinaError} `parametro_invalido`, also for an unknown prompt, as the protocol requires. */
export function getPrompt(name: string, args: Readonly<Record<string, string>> = {}): GetPromptResult {
  if (name !== ondeAbastecer.name)
    throw new GasolinaError(
      'parametro_invalido',
      `O prompt '${quote(name)}' não existe. Use: ${ondeAbastecer.name}.`,
    )
  const { lugar, combustivel, litros } = readPrompt(args)
  const { nomePopular: nome, slug, unidade } = fuelOf(combustivel)
  const amount = `${decimal(litros)} ${unidade === 'L' ? 'litros' : 'm³'}`
  return {
    description: `${nome} em ${lugar}`,
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: `Quero abastecer ${amount} de ${nome} em ${lugar}, Alagoas. Onde vale mais a pena?

1. Chame precos com combustivel "${slug}" e bairro "${lugar}" (vale bairro ou município). Se nenhum posto for de lá, use a sugestão de nome parecido ou diga que não há dados.
   Se vierem menos de cinco, diga que são poucos e procure mais: com municipio, o do lugar, ou com perto (lat,lon), raio e litros ${litros}, se souber o ponto: custo.total conta então também o desvio.
2. Chame estatisticas com ${unidade === 'L' ? `litros ${litros} e ` : ''}municipio, o dos postos achados (sem lugar nenhum, o estado, se lá também houver menos de cinco), para saber se os preços estão bons e como andam. Não compare com o bairro: são postos de menos.
3. Responda em português: até três postos, com preço por unidade, custo de ${amount}, endereço e há quanto tempo foi a venda; quanto se poupa em relação ao preço mediano; e, se for o caso, se o álcool compensa.
4. Avise que o preço pode ter mudado desde a venda e cite a atribuição da resposta. Se demonstracao for true, diga que os dados são fictícios.`,
        },
      },
    ],
  }
}

/** Completions of an argument: towns, districts or fuels of the data with this prefix. */
export async function completePrompt(name: string, argument: string, value: string, query: Query) {
  if (name !== ondeAbastecer.name) return []
  const start = fold(value)
  const begins = (text: string) => fold(text).startsWith(start)
  if (argument === 'lugar') return (await placeNames(query)).filter(begins)
  if (argument !== 'combustivel') return []
  const meant = fuelByAlias(value)
  return combustiveis.flatMap((fuel) => {
    const names = [fuel.slug, fuel.nome, fuel.nomePopular, ...fuel.apelidos]
    return fuel === meant || names.some(begins) ? fuel.slug : []
  })
}

/** Towns that sell, then districts of other names, both in order; a district's name in several towns is listed once. */
async function placeNames(query: Query): Promise<string[]> {
  const [municipios, bairros] = await Promise.all([query.municipios(), query.bairros({})])
  const towns = municipios.conteudo.flatMap(({ nome, postos }) => (postos > 0 ? [nome] : []))
  const known = new Set(towns.map(placeKey))
  const districts = new Map(bairros.conteudo.map(({ nome }) => [placeKey(nome), nome]))
  return [...towns, ...[...districts].flatMap(([key, nome]) => (known.has(key) || isVague(key) ? [] : nome))]
}

/** `lugar` is read as `bairro`, which takes municipalities, too. Other arguments are ignored. */
function readPrompt({ lugar = '', combustivel = '', litros = '' }: Readonly<Record<string, string>>) {
  const fuel = readQuery('precos', [['combustivel', combustivel]])
  const usual = fuelOf(fuel.combustivel).unidade === 'L' ? TANK : CYLINDER
  const place = readQuery('estatisticas', Object.entries({ bairro: lugar, litros: litros || usual }))
  if (place.bairro === undefined)
    throw invalidParameters({
      frase: 'Falta lugar: diga um bairro ou um município de Alagoas (ex.: ponta verde).',
      erro: { parametro: 'lugar', aceitos: ['um bairro ou um município'] },
    })
  return { lugar: place.bairro, litros: place.litros, combustivel: fuel.combustivel }
}
