import { MACEIO } from './maceio.ts'

/**
 * Places people ask for by a name that no station declares: beaches, villages, housing estates, landmarks. Where stations do
 * declare such a name, theirs counts first.
 */
interface Localidade {
  readonly nome: string
  readonly codigoIBGE: number
  /** The district it lies in; without one, the municipality is as near as the data gets. */
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
