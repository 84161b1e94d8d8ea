import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A checkout has its source beside the program; what was installed has not. */
const SOURCE = new URL('../../src/', import.meta.url)

/** Where data goes when nobody says: beside a checkout; for an installed program, which may be read-only, in the user's data. */
export function defaultFolder(env: Record<string, string | undefined>): string {
  if (existsSync(fileURLToPath(SOURCE))) return './storage'
  return dataFolder(env, process.platform, homedir())
}

/** The user's folder for data of programs (XDG on Linux), and ours in it. */
export function dataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'gasolina')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'gasolina')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  // The specification has relative ones ignored.
  return posix.join(posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'gasolina')
}
