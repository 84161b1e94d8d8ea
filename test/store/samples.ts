import { perFuel, slugs } from '../../src/domain/facts/fuels.ts'
import type { Venda } from '../../src/domain/facts/sale-record.ts'
import {
  type Atual,
  type Coleta,
  type EstadoDosPrecos,
  type Posto,
  emptyEstado,
} from '../../src/domain/state/commit-state.ts'
import { HOUR, type Instante, instante, toMs } from '../../src/domain/basics/time.ts'
import type { Draft } from '../../src/store/commits/commit-file.ts'

/** Made-up stations and sales of the real ones' size. `version` changes every price, so no two states are alike. */
export const NOON: Instante = '2026-04-16T12:00:00-03:00'

export function sampleCnpj(station: number): string {
  return `${String(station).padStart(8, '0')}000199`
}

export function sampleEstado(stations: number, version: number, codesPerFuel = 0.6): EstadoDosPrecos {
  const estado = emptyEstado()
  for (let station = 0; station < stations; station++) {
    estado.postos.push(samplePosto(station))
    for (const [fuel, slug] of slugs.entries())
      if ((station * 7 + fuel * 3) % 10 < codesPerFuel * 10)
        estado.atuais[slug].push(sampleAtual(station, fuel, version))
  }
  for (const slug of slugs)
    estado.medianas[slug].push({ dia: '2026-04-15', mediana: 6 + version / 1000, postos: 100 })
  return estado
}

export function sampleDraft(prev: number | null, version: number, stations = 12): Draft {
  const publicadoEm = instante(toMs(NOON) + version * HOUR)
  return {
    prev,
    publicadoEm,
    atualizadoEm: publicadoEm,
    atualizadoPorCombustivel: perFuel(() => publicadoEm),
    coleta: sampleColeta(publicadoEm, version),
    estado: sampleEstado(stations, version),
    fatias: [
      { codigoIBGE: 2704302, combustivel: 'gnv', consultadaEm: publicadoEm, comDadosEm: null, registros: 0 },
    ],
  }
}

/** The commit after `prev`, as published then. */
export function draftAt(at: number, prev: number | null = null, stations?: number): Draft {
  const [sample, then] = [sampleDraft(prev, (prev ?? 0) + 1, stations), instante(at)]
  const coleta = { ...sample.coleta, inicio: then, fim: then }
  return { ...sample, coleta, publicadoEm: then, atualizadoEm: then }
}

export function sampleColeta(fim: Instante, vendasNovas: number): Coleta {
  return {
    inicio: fim,
    fim,
    resultado: 'completa',
    pedidos: 612,
    falhas: 0,
    fatias: 612,
    fatiasComFalha: [],
    fatiasVazias: 0,
    registros: 1900,
    vendasNovas,
    recusados: { futuros: 0, invalidos: 0, motivos: {} },
    retidos: [],
  }
}

export function sampleVenda(station: number, minute: number, part: Partial<Venda> = {}): Venda {
  const fuel = (station + minute) % slugs.length
  const valorDeclarado = Math.round(4000 + ((station * 131 + minute * 17) % 3000)) / 1000
  return {
    cnpj: sampleCnpj(station),
    combustivel: slugs[fuel] ?? 'gnv',
    codigo: String(1000 + fuel),
    dataVenda: instante(toMs('2026-04-01T00:00:00-03:00') + minute * 60_000),
    valorDeclarado,
    valorVenda: valorDeclarado,
    ...part,
  }
}

function samplePosto(station: number): Posto {
  const cnpj = sampleCnpj(station)
  return {
    estabelecimento: {
      cnpj,
      razaoSocial: `COMERCIO DE COMBUSTIVEIS EXEMPLO ${station} LTDA`,
      nomeFantasia: `POSTO EXEMPLO ${station}`,
      telefone: `8299${String(station).padStart(7, '0')}`,
      endereco: {
        nomeLogradouro: 'AVENIDA DOUTOR EXEMPLO DA SILVA',
        numeroImovel: String(station),
        bairro: 'PONTA VERDE',
        cep: '57035000',
        codigoIBGE: 2704302,
        municipio: 'MACEIO',
        latitude: -9.66 - (station % 1000) / 10_000,
        longitude: -35.7 - (station % 777) / 10_000,
      },
    },
    primeiraVenda: '2026-01-01T08:00:00-03:00',
    ultimaVenda: NOON,
  }
}

function sampleAtual(station: number, fuel: number, version: number): Atual {
  const { dataVenda, valorDeclarado } = sampleVenda(station, version * 60 + (station % 60))
  return {
    cnpj: sampleCnpj(station),
    produto: {
      codigo: String(1000 + ((station * 37) % 900) + fuel),
      descricao: `COMBUSTIVEL EXEMPLO ${fuel} COMUM`,
      unidadeMedida: fuel === 5 ? 'M3' : 'L',
      venda: { dataVenda, valorDeclarado, valorVenda: valorDeclarado - 0.001 },
    },
    corrida: [
      { valor: valorDeclarado - 0.05, vendas: 1 + (station % 9), desde: '2026-04-14T10:00:00-03:00' },
      { valor: valorDeclarado, vendas: 1 + (version % 20), desde: dataVenda },
    ],
  }
}
