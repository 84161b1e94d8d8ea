import { USUAL_FUEL } from '../facts/rules.ts'

const POINT = ['perto', 'lat', 'lon', 'raio'] as const
const PLACE = ['bairro', 'municipio'] as const
const PAGE = ['pagina', 'registrosPorPagina'] as const
const FORM = ['formato', 'dialeto'] as const
const CHANGES = [
  'combustivel',
  'municipio',
  'bairro',
  'cnpj',
  ...POINT,
  'abaixo',
  'tipo',
  'suspeitos',
] as const

const FILTERS = ['limite', 'horas', 'cnpj', 'acima', 'abaixo', 'suspeitos'] as const
const JOURNEY = ['ordenar', 'ordem', 'litros', 'consumo', 'rota', 'desvio'] as const
const COMPARISON = ['por', 'combustivel', 'municipios', 'ordem', 'perto', 'raio'] as const

/** Parameters of each question, in their order, and the defaults that are always present. */
export const consultas = {
  precos: {
    parametros: ['combustivel', ...POINT, ...PLACE, 'bandeira', ...FILTERS, ...JOURNEY, ...PAGE, ...FORM],
    padroes: { combustivel: USUAL_FUEL, suspeitos: 'omitir' },
  },
  posto: { parametros: ['cnpj', 'combustivel', 'razao'], padroes: {} },
  postos: { parametros: ['nome', ...PLACE, 'bandeira', 'limite', ...FORM], padroes: {} },
  historico: {
    parametros: ['cnpj', 'combustivel', 'desde', 'ate', 'granularidade', ...FORM],
    padroes: { granularidade: 'mudancas', formato: 'json' },
  },
  historicoDoLugar: {
    parametros: [...PLACE, 'combustivel', 'desde', 'ate', 'granularidade', ...PAGE, ...FORM],
    padroes: { granularidade: 'dia', formato: 'json' },
  },
  estatisticas: {
    parametros: [...PLACE, 'bandeira', 'horas', 'desde', 'litros', 'razao', ...COMPARISON, ...FORM],
    padroes: { litros: 50 },
  },
  bairros: { parametros: ['municipio'], padroes: {} },
  mudancas: { parametros: ['desde', ...CHANGES, 'limite'], padroes: { suspeitos: 'omitir', limite: 1000 } },
  mudancasArquivo: { parametros: ['cursor'], padroes: {} },
  mudancasAtom: { parametros: ['desde', ...CHANGES, 'pagina'], padroes: { suspeitos: 'omitir' } },
  vendasDoMes: { parametros: ['mes'], padroes: {} },
  dados: { parametros: ['dialeto'], padroes: { dialeto: 'padrao' } },
} as const
