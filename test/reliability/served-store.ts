import type { RespostaSituacao } from '../../src/domain/answers/situacao-and-menus.ts'
import { startProgram } from './program.ts'

/** A server looks at its store every five seconds: that often is enough to ask whether it noticed. */
export const NOTICED = { interval: 400 }

export interface ServedStore {
  get(path: string): Promise<Response>
  situacao(): Promise<RespostaSituacao>
  /** All alerts in one text. */
  alerts(): Promise<string>
  /** Whether the process lives. */
  alive(): boolean
  stop(): void
}

/** The program serving the demonstration's store in `folder`; it collects only what `env` lets it. */
export async function serveStore(folder: string, env: Record<string, string> = {}): Promise<ServedStore> {
  const { child, port, lives } = await startProgram({
    GASOLINA_STORAGE: folder,
    GASOLINA_FONTE: 'demonstracao',
    ...env,
  })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const situacao = async () => (await (await get('/gasolina/api/situacao')).json()) as RespostaSituacao
  return {
    get,
    situacao,
    alerts: async () => (await situacao()).alertas.join('\n'),
    alive: lives,
    stop: () => void child.kill('SIGKILL'),
  }
}
