import type { Ponto } from '../geo/distances.ts'

/** The capital, by IBGE code. */
export const MACEIO = 2_704_302

interface Bairro extends Ponto {
  readonly nome: string
}

/** The capital's fifty districts as people write them, each with a point of three decimals; not all have a station. */
export const bairrosDeMaceio: readonly Bairro[] = (
  [
    ['Antares', -9.576, -35.737],
    ['Barro Duro', -9.617, -35.72],
    ['Bebedouro', -9.62, -35.76],
    ['Benedito Bentes', -9.56, -35.715],
    ['Bom Parto', -9.651, -35.744],
    ['Canaã', -9.605, -35.738],
    ['Centro', -9.665, -35.737],
    ['Chã da Jaqueira', -9.617, -35.748],
    ['Chã de Bebedouro', -9.619, -35.757],
    ['Cidade Universitária', -9.542, -35.769],
    ['Clima Bom', -9.575, -35.787],
    ['Cruz das Almas', -9.631, -35.702],
    ['Farol', -9.651, -35.735],
    ['Feitosa', -9.633, -35.723],
    ['Fernão Velho', -9.59, -35.785],
    ['Garça Torta', -9.579, -35.671],
    ['Gruta de Lourdes', -9.619, -35.735],
    ['Guaxuma', -9.587, -35.68],
    ['Ipioca', -9.507, -35.593],
    ['Jacarecica', -9.599, -35.696],
    ['Jacintinho', -9.642, -35.719],
    ['Jaraguá', -9.674, -35.723],
    ['Jardim Petrópolis', -9.596, -35.742],
    ['Jatiúca', -9.65, -35.707],
    ['Levada', -9.659, -35.745],
    ['Mangabeiras', -9.647, -35.714],
    ['Mutange', -9.639, -35.747],
    ['Ouro Preto', -9.605, -35.731],
    ['Pajuçara', -9.668, -35.715],
    ['Pescaria', -9.541, -35.628],
    ['Petrópolis', -9.605, -35.757],
    ['Pinheiro', -9.632, -35.742],
    ['Pitanguinha', -9.636, -35.733],
    ['Poço', -9.661, -35.721],
    ['Ponta da Terra', -9.664, -35.715],
    ['Ponta Grossa', -9.661, -35.757],
    ['Ponta Verde', -9.66, -35.703],
    ['Pontal da Barra', -9.692, -35.774],
    ['Prado', -9.67, -35.75],
    ['Riacho Doce', -9.562, -35.656],
    ['Rio Novo', -9.579, -35.806],
    ['Santa Amélia', -9.596, -35.775],
    ['Santa Lúcia', -9.583, -35.752],
    ['Santo Amaro', -9.609, -35.742],
    ['Santos Dumont', -9.556, -35.795],
    ['São Jorge', -9.617, -35.704],
    ['Serraria', -9.601, -35.719],
    ['Tabuleiro do Martins', -9.573, -35.763],
    ['Trapiche da Barra', -9.672, -35.76],
    ['Vergel do Lago', -9.655, -35.759],
  ] as const
).map(([nome, latitude, longitude]) => ({ nome, latitude, longitude }))

/**
 * Beaches, villages, housing estates and landmarks that people ask for, by names that no station declares. A name that stations do
 * declare means their district first.
 */
interface Localidade {
  readonly nome: string
  readonly codigoIBGE: number
  /** Its district; absent where the data knows only the municipality. */
  readonly bairro?: string
}

export const localidades: readonly Localidade[] = [
  inMaceio('UFAL', 'Cidade Universitária'),
  inMaceio('Eustáquio Gomes', 'Cidade Universitária'),
  inMaceio('Graciliano Ramos', 'Cidade Universitária'),
  inMaceio('Village Campestre', 'Cidade Universitária'),
  inMaceio('Salvador Lyra', 'Tabuleiro do Martins'),
  inMaceio('Osman Loureiro', 'Clima Bom'),
  inMaceio('Rosane Collor', 'Clima Bom'),
  inMaceio('José Tenório', 'Serraria'),
  inMaceio('Henrique Equelman', 'Antares'),
  inMaceio('Aldebaran', 'Jardim Petrópolis'),
  inMaceio('Stella Maris', 'Jatiúca'),
  inMaceio('Maceió Shopping', 'Mangabeiras'),
  inMaceio('Parque Shopping', 'Cruz das Almas'),
  inMaceio('Joaquim Leão', 'Vergel do Lago'),
  { nome: 'Massagueira', codigoIBGE: 2_704_708 },
  { nome: 'Barra Nova', codigoIBGE: 2_704_708 },
  { nome: 'Praia do Francês', codigoIBGE: 2_704_708, bairro: 'Francês' },
  { nome: 'Aeroporto Zumbi dos Palmares', codigoIBGE: 2_707_701 },
  { nome: 'Aeroporto', codigoIBGE: 2_707_701 },
  { nome: 'Praia do Gunga', codigoIBGE: 2_707_800 },
  { nome: 'Gunga', codigoIBGE: 2_707_800 },
  { nome: 'Carro Quebrado', codigoIBGE: 2_700_508 },
  { nome: 'Sonho Verde', codigoIBGE: 2_706_448 },
  { nome: 'Patacho', codigoIBGE: 2_707_404 },
  { nome: 'Tatuamunha', codigoIBGE: 2_707_404 },
  { nome: 'Barra Grande', codigoIBGE: 2_704_500 },
  { nome: 'Ponta de Mangue', codigoIBGE: 2_704_500 },
  { nome: 'Peroba', codigoIBGE: 2_704_500 },
  { nome: 'Pontal do Coruripe', codigoIBGE: 2_702_306, bairro: 'Pontal de Coruripe' },
  { nome: 'Cânion do Xingó', codigoIBGE: 2_707_107, bairro: 'Xingó' },
]

function inMaceio(nome: string, bairro: string): Localidade {
  return { nome, codigoIBGE: MACEIO, bairro }
}
