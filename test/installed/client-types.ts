import type { Cliente } from '../../dist/cliente.js'
import type { RemoteQuery } from '../../src/query/remote/remote-query.ts'

declare const [published, ours]: [Cliente, RemoteQuery]
/** Types of the package, which the build writes from the OpenAPI file, are those of the program: `npm run typecheck` compares them. */
export const alike: [RemoteQuery, Cliente] = [published, ours]
