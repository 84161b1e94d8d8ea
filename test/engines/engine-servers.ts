import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, findPostgres, startPostgres } from './postgres-server.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

export interface EngineServers {
  s3: S3Server
  /** Where the machine has it. */
  postgres?: PostgresServer
}

/** A server of each engine for all tests of a file, up while they run. */
export function engineServers(): EngineServers {
  const servers = {} as EngineServers
  beforeAll(async () => {
    servers.s3 = await startS3Server()
    if (findPostgres()) servers.postgres = await startPostgres()
  })
  afterAll(async () => {
    await servers.s3.close()
    await servers.postgres?.close()
  })
  return servers
}
