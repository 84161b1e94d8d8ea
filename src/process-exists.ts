import { codeOf } from './errors.ts'

/** Whether a process of this machine has that number, of whatever user. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
