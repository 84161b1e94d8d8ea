import { slugs } from '../facts/fuels.ts'
import { groupProblems } from './comparison-rules.ts'
import { severalTowns } from './mended-question.ts'
import { type Problem, periodBackwards } from './parameter-problems.ts'
import { quote } from '../basics/text.ts'
import { type NomeDeConsulta, type Pedido, type Values, parametros } from './parameters.ts'

/** Contradictions between parameters, each valid alone. */
export function crossProblems(consulta: NomeDeConsulta, values: Values): Problem[] {
  const towns = townProblems(values)
  if (consulta === 'estatisticas') return [...towns, ...groupProblems(values)]
  const own: Partial<Record<NomeDeConsulta, (values: Values) => Problem[]>> = {
    historicoDoLugar: placeProblems,
    mudancasAtom: feedProblems,
  }
  return [...towns, ...listProblems(values), ...(own[consulta]?.(values) ?? [])]
}

function townProblems({ municipio }: Values): Problem[] {
  const towns = severalTowns(String(municipio ?? ''))
  if (towns.length === 0) return []
  const all = towns.join(', ')
  return [
    {
      frase: `municipio leva um só nome: para juntá-los, bairro=${all}; para comparar, estatisticas com municipios=${all}.`,
      erro: {
        parametro: 'municipio',
        valor: quote(String(municipio)),
        aceitos: ['um município', `bairro=${all}`],
      },
    },
  ]
}

/** `abaixo` with `combustivel`, a point of the question, `desde` not after `ate`. */
function listProblems(values: Values): Problem[] {
  const { desde, ate, acima, abaixo, combustivel } = values
  const problems = [...journeyProblems(values), ...pointProblems(values)]
  if (abaixo !== undefined && combustivel === undefined)
    problems.push({
      frase: `abaixo só vale junto com combustivel: cada combustível tem o seu preço. Use um de: ${slugs.join(', ')}.`,
      erro: { parametro: 'combustivel', aceitos: [...slugs] },
    })
  if (typeof acima === 'number' && typeof abaixo === 'number' && acima >= abaixo)
    problems.push({
      frase: `acima ${acima} e abaixo ${abaixo} não deixam preço entre eles: acima deve ser menor que abaixo.`,
      erro: { parametro: 'acima', valor: String(acima), aceitos: [`um número menor que ${abaixo}`] },
    })
  if (typeof desde === 'string' && typeof ate === 'string' && desde > ate)
    problems.push(periodBackwards(desde, ate))
  return problems
}

/** One point: `perto`, or `lat` with `lon`; `raio` with either. */
function pointProblems({ perto, lat, lon, raio, rota }: Values): Problem[] {
  if (perto !== undefined && (lat ?? lon ?? rota) !== undefined)
    return [
      {
        frase: 'perto já diz o ponto: use só perto, só lat e lon, ou só rota.',
        erro: {
          parametro: 'perto',
          valor: quote(String(perto)),
          aceitos: ['só perto', 'só lat e lon', 'só rota'],
        },
      },
    ]
  if (perto !== undefined || rota !== undefined) return []
  if ((lat === undefined) !== (lon === undefined)) {
    const missing = lon === undefined ? 'lon' : 'lat'
    return [
      {
        frase: `Falta ${missing}: lat e lon vão juntos, em graus decimais (ex.: lat=-9.66&lon=-35.70).`,
        erro: { parametro: missing, aceitos: [parametros[missing].aceita] },
      },
    ]
  }
  if (raio === undefined || lat !== undefined) return []
  return [
    {
      frase: 'raio só vale junto com perto, ou com lat e lon, que dizem o centro da busca.',
      erro: {
        parametro: 'raio',
        valor: String(raio),
        aceitos: ['raio junto com perto', 'raio junto com lat e lon'],
      },
    },
  ]
}

/** Of a place only its changes come in pages. */
function placeProblems({ granularidade, pagina, registrosPorPagina }: Values): Problem[] {
  const paged = Object.entries({ pagina, registrosPorPagina }).filter(([, valor]) => valor !== undefined)
  if (granularidade === 'mudancas') return []
  return paged.map(([parametro, valor]) => ({
    frase: `${parametro} só vale junto com granularidade=mudancas: dias, semanas e meses vêm todos.`,
    erro: { parametro, valor: String(valor), aceitos: [`${parametro} com granularidade=mudancas`] },
  }))
}

/** Documents of the feed's archive are counted from a cursor. */
function feedProblems({ desde, pagina }: Values): Problem[] {
  if (pagina === undefined || desde !== undefined) return []
  return [
    {
      frase: 'pagina só vale junto com desde, o cursor em que o documento do arquivo começa.',
      erro: { parametro: 'pagina', valor: String(pagina), aceitos: ['pagina junto com desde'] },
    },
  ]
}

/** A drive: `rota` instead of a point, and costs only with one of the two. */
function journeyProblems(values: Values): Problem[] {
  const { perto, lat, lon, raio, rota, desvio, litros, consumo, ordenar } = values as Partial<
    Pedido<'precos'>
  >
  const needy = ordenar === 'custo' || ordenar === 'distancia' ? ordenar : undefined
  if ((rota ?? desvio ?? litros ?? consumo ?? needy) === undefined) return []
  const problems: Problem[] = []
  const refuse = (parametro: string, valor: unknown, frase: string, aceito: string): void => {
    if (valor !== undefined)
      problems.push({ frase, erro: { parametro, valor: String(valor), aceitos: [aceito] } })
  }
  if (rota !== undefined) {
    for (const [parametro, valor] of Object.entries({ lat, lon, raio }))
      refuse(
        parametro,
        valor,
        `${parametro} não vale junto com rota, que já diz onde: até quantos km dela, diz desvio.`,
        'rota, ou lat, lon e raio',
      )
    return problems
  }
  refuse('desvio', desvio, 'desvio só vale junto com rota, que diz o caminho.', 'desvio junto com rota')
  if ((perto ?? lat ?? lon) !== undefined) return problems
  for (const [parametro, valor] of Object.entries({ litros, consumo, ordenar: needy }))
    refuse(
      parametro,
      valor,
      `${parametro === 'ordenar' ? `ordenar ${valor}` : parametro} precisa saber de onde: diga também perto, lat e lon, ou rota.`,
      `${parametro} junto com perto, com lat e lon, ou com rota`,
    )
  return problems
}
