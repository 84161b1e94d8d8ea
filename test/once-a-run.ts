import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A folder that the first of a run's workers to need it fills, for all of them to read. */
export async function onceARun(
  name: string,
  fill: (folder: string) => Promise<void> | void,
): Promise<string> {
  // Outside of a run (a bench) nobody shares.
  const shared = process.env['RUN_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'gasolina-run-'))
  const [folder, making] = [join(shared, name), join(shared, `${name}-making`)]
  for (;;) {
    if (existsSync(folder)) return folder
    if (!takes(making)) await setTimeout(50)
    else
      try {
        // Another may have come to its end since.
        if (existsSync(folder)) return folder
        await fill(making)
        renameSync(making, folder)
        return folder
      } finally {
        rmSync(making, { recursive: true, force: true })
      }
  }
}

/** Whether this worker is the one that makes it now. */
function takes(turn: string): boolean {
  try {
    mkdirSync(turn)
    return true
  } catch {
    return false
  }
}
