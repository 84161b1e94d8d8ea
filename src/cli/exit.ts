import type { Codigo } from '../errors.ts'

/** 0 is fine, 1 could not or found nothing, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

/** How a failure ends the program, and the status its JSON form carries: that of HTTP where there is one. */
export const exits: Record<Codigo, { exit: ExitCode; status: number }> = {
  parametro_invalido: { exit: 2, status: 400 },
  posto_nao_encontrado: { exit: 1, status: 404 },
  rota_nao_encontrada: { exit: 1, status: 404 },
  metodo_nao_permitido: { exit: 1, status: 405 },
  uri_longa: { exit: 2, status: 414 },
  dados_indisponiveis: { exit: 1, status: 503 },
  erro_interno: { exit: 1, status: 500 },
  origem_nao_permitida: { exit: 1, status: 403 },
  corpo_grande: { exit: 1, status: 413 },
  tipo_nao_suportado: { exit: 1, status: 415 },
  muitos_pedidos: { exit: 1, status: 429 },
  configuracao_invalida: { exit: 2, status: 500 },
  porta_ocupada: { exit: 1, status: 500 },
  fonte_falhou: { exit: 1, status: 502 },
  armazenamento_falhou: { exit: 1, status: 500 },
  formato_desconhecido: { exit: 1, status: 500 },
  api_inalcancavel: { exit: 1, status: 502 },
}
