import type { Slug } from '../../src/domain/facts/fuels.ts'
import type { Registro } from '../../src/domain/facts/sale-record.ts'
import { type Instante, addMs } from '../../src/domain/basics/time.ts'

/** The moment the tests of this folder take place around. */
export const AGORA: Instante = '2026-04-16T12:00:00-03:00'

export interface Sold {
  posto?: number
  codigo?: string
  combustivel?: Slug
  /** Minutes before `AGORA`. */
  minutosAntes?: number
  preco?: number
  pago?: number
}

/** A record as the source shows it: by default station 1's petrol, sold an hour ago. */
export function sale({
  posto = 1,
  codigo = '1',
  combustivel = 'gasolina-comum',
  minutosAntes = 60,
  preco = 6.5,
  pago = preco,
}: Sold = {}): Registro {
  const nome = `POSTO ${posto}`
  return {
    combustivel,
    produto: {
      codigo,
      descricao: 'PRODUTO',
      unidadeMedida: combustivel === 'gnv' ? 'M3' : 'L',
      venda: { dataVenda: minutesBefore(minutosAntes), valorDeclarado: preco, valorVenda: pago },
    },
    estabelecimento: {
      cnpj: String(posto).padStart(14, '0'),
      razaoSocial: nome,
      nomeFantasia: nome,
      telefone: null,
      endereco: {
        nomeLogradouro: 'RUA',
        numeroImovel: '1',
        bairro: 'CENTRO',
        cep: '57000000',
        codigoIBGE: 2704302,
        municipio: 'MACEIO',
        latitude: null,
        longitude: null,
      },
    },
  }
}

export function minutesBefore(minutes: number): Instante {
  return addMs(AGORA, -minutes * 60_000)
}
