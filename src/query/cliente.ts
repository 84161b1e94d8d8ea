// Module behind `import … from 'gasolina/cliente'`, for Node and browsers. The build writes its types.
export { GasolinaError } from '../errors.ts'
export { createRemoteQuery as createCliente } from './remote/remote-query.ts'
