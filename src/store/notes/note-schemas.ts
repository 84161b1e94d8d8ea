import { z } from 'zod'
import { instanteSchema, slugSchema } from '../../domain/facts/sale-record.ts'
import type { Coleta } from '../../domain/state/commit-state.ts'
import type { HeldBack, LastAttempt } from '../store.ts'

/** The notes as they lie in files. Somebody else may have written there, or a bit may have turned over. */
const count = z.number().int().nonnegative()
const reais = z.number().positive()

const coletaSchema: z.ZodType<Coleta> = z.object({
  inicio: instanteSchema,
  fim: instanteSchema,
  resultado: z.enum(['completa', 'parcial', 'falhou']),
  motivo: z.string().exactOptional(),
  pedidos: count,
  falhas: count,
  fatias: count,
  fatiasComFalha: z.array(
    z.object({ codigoIBGE: count, municipio: z.string(), combustivel: slugSchema, motivo: z.string() }),
  ),
  fatiasVazias: count,
  fatiasParciais: count.exactOptional(),
  registros: count,
  vendasNovas: count,
  recusados: z.object({ futuros: count, invalidos: count, motivos: z.record(z.string(), count) }),
  retidos: z.array(
    z.object({ combustivel: slugSchema, vendas: count, de: reais, para: reais, vezes: count }),
  ),
})

export const lastAttemptSchema: z.ZodType<LastAttempt> = z.object({
  coleta: coletaSchema,
  proxima: instanteSchema.nullable(),
  publicacao: instanteSchema.nullable().exactOptional(),
  intervalo: count.exactOptional(),
  publicado: z.object({ seq: count, publicadoEm: instanteSchema }).exactOptional(),
})

export const heldBackSchema: z.ZodType<HeldBack> = z.object({
  proposals: z.array(z.object({ em: instanteSchema, mediana: reais })),
  // Whoever merges them looks at each.
  registros: z.array(z.unknown()),
})
