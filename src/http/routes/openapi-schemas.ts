import { z } from 'zod'
import * as s from '../../domain/answers/shared-schemas.ts'
import { entradaSchema } from '../../domain/answers/precos.ts'
import { estatisticaSchema, grupoSchema } from '../../domain/answers/estatisticas.ts'
import * as historico from '../../domain/answers/historico.ts'
import { mudancaSchema } from '../../domain/answers/mudancas.ts'
import { produtoSchema, vendaSchema } from '../../domain/facts/sale-record.ts'
import type { Rota } from '../../domain/questions/routes.ts'

/** Groups shared by several answers, under the type names of a generated client. */
const shared = {
  Produto: produtoSchema,
  Venda: vendaSchema,
  Estabelecimento: s.postoSchema,
  Localizacao: s.localizacaoSchema,
  Lugar: s.lugarSchema,
  Entrada: entradaSchema,
  Confirmacao: s.confirmacaoSchema,
  Usual: s.usualSchema,
  Suspeito: s.suspeitoSchema,
  Variacao: s.variacaoSchema,
  VariacaoDaMediana: s.variacaoDaMedianaSchema,
  Mudanca: mudancaSchema,
  Resumo: historico.resumoSchema,
  Historico: historico.historicoDoCombustivelSchema,
  SerieDoLugar: historico.historicoDoLugarDoCombustivelSchema,
  Estatistica: estatisticaSchema,
  Grupo: grupoSchema,
  Erro: s.erroSchema,
}

/** The answers as JSON Schema for `components`, each group once, and a reference to each answer's schema. */
export function schemasOfAnswers(rotas: readonly Rota[]) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id })
  for (const rota of rotas) if (rota.resposta) registry.add(rota.resposta, { id: nameOf(rota) })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
    override: withoutExtremes,
  })
  return {
    schemas: Object.fromEntries(
      // Inside an OpenAPI file the file decides the dialect, and the position is the identity.
      Object.entries(schemas).map(([id, schema]) => [id, { ...schema, $schema: undefined, $id: undefined }]),
    ),
    refOf: (rota: Rota) =>
      rota.resposta ? { $ref: `#/components/schemas/${nameOf(rota)}` } : { type: 'object' },
  }
}

/** The safe integers are Zod's limits, not the answer's. */
export function withoutExtremes({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

function nameOf({ nome }: Rota): string {
  return `Resposta${nome.charAt(0).toUpperCase()}${nome.slice(1)}`
}
