import type { Problem } from './parameter-problems.ts'
import type { Pedido, Values } from './parameters.ts'

/** What is wrong in how a question asks about a drive: `rota` stands in the place of a point, and costs need one of the two. */
export function journeyProblems(values: Values): Problem[] {
  const { lat, lon, raio, rota, desvio, litros, consumo, ordenar } = values as Partial<Pedido<'precos'>>
  const needy = ordenar === 'custo' || ordenar === 'distancia' ? ordenar : undefined
  // Nearly every question; a closure and a list of entries would cost it a microsecond.
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
  if (lat !== undefined || lon !== undefined) return problems
  for (const [parametro, valor] of Object.entries({ litros, consumo, ordenar: needy }))
    refuse(
      parametro,
      valor,
      `${parametro === 'ordenar' ? `ordenar ${valor}` : parametro} precisa saber de onde: diga também lat e lon, ou rota.`,
      `${parametro} junto com lat e lon, ou com rota`,
    )
  return problems
}
