import { codeOf } from './errors.ts'

/** True when a process with that number exists on this machine, of any user. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
