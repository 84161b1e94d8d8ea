import type { Atribuicao } from '../domain/answers.ts'
import type { NomeDaFonte } from '../domain/state.ts'

export const FONTE_URL = 'https://economizaalagoas.sefaz.al.gov.br/'

const FONTE = 'SEFAZ/AL, Economiza Alagoas: preços de notas fiscais eletrônicas emitidas pelos postos'
const LICENCA =
  'Os dados publicados pela SEFAZ/AL são de livre uso, particular ou comercial, inclusive por inteligência artificial; a única condição é citar este serviço.'
const AVISO =
  'Dados de demonstração: postos, CNPJs e preços são fictícios e não valem como informação sobre posto algum.'

/** What every JSON body says of itself. */
export function attributionOf({ fonte, site }: { fonte: NomeDaFonte; site: string }): Atribuicao {
  const demonstracao = fonte === 'demonstracao'
  return Object.freeze({
    fonte: demonstracao ? 'Dados de demonstração, gerados por este programa' : FONTE,
    licenca: demonstracao ? 'Dados fictícios, de uso livre.' : LICENCA,
    atribuicao: demonstracao
      ? `Dados fictícios de demonstração do gasolina, ${site}`
      : `Preços de combustíveis da SEFAZ/AL (Economiza Alagoas), reunidos por gasolina, ${site}`,
    demonstracao,
    ...(demonstracao && { aviso: AVISO }),
  })
}
