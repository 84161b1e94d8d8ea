import type { Mudanca } from '../../domain/answers/mudancas.ts'
import { JANELA } from '../../domain/facts/rules.ts'
import { money } from './formatting.ts'

/** A change of price in few words. */
export function whatChanged({ tipo, de, para }: Mudanca): string {
  switch (tipo) {
    case 'novo':
      return money(para ?? 0)
    case 'subiu':
    case 'desceu':
      return `${tipo} de ${money(de ?? 0)} para ${money(para ?? 0)}`
    case 'saiu':
      return `sem venda há ${JANELA} (era ${money(de ?? 0)})`
    case 'trocou':
      return `${money(para ?? 0)}, de outro produto do posto (mostrava-se ${money(de ?? 0)})`
    case 'suspeita':
      return `${money(para ?? 0)} parece erro`
    case 'confirmada':
      return `${money(para ?? 0)} confirmado`
  }
}
