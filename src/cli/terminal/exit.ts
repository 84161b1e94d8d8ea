import type { Codigo } from '../../errors.ts'

/** 0 is fine, 1 could not or found nothing, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

/** How a failure ends the program. */
export const exitOf: Record<Codigo, ExitCode> = {
  parametro_invalido: 2,
  posto_nao_encontrado: 1,
  rota_nao_encontrada: 1,
  metodo_nao_permitido: 1,
  cursor_vencido: 1,
  faixa_invalida: 1,
  uri_longa: 2,
  pedido_malformado: 1,
  pedido_demorado: 1,
  cabecalho_grande: 1,
  dados_indisponiveis: 1,
  erro_interno: 1,
  origem_nao_permitida: 1,
  corpo_grande: 1,
  tipo_nao_suportado: 1,
  muitos_pedidos: 1,
  configuracao_invalida: 2,
  porta_ocupada: 1,
  coleta_em_andamento: 1,
  fonte_falhou: 1,
  armazenamento_falhou: 1,
  armazenamento_inalcancavel: 1,
  formato_desconhecido: 1,
  api_inalcancavel: 1,
}
