// What `import … from 'gasolina/cliente'` gives to other programs, in Node and in browsers. Its types are written by the build.
export { GasolinaError } from '../errors.ts'
export { createRemoteQuery as createCliente } from './remote/remote-query.ts'
