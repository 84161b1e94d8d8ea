import { type FileOps, type FileOpsHandle, nodeFileOps } from '../../src/store/engines/file-ops.ts'

/** `once`: one operation fails. `full`: every later one that takes space too. `dead`: nothing works any more. */
export type Mode = 'once' | 'full' | 'dead'

export interface BrokenOps {
  ops: FileOps
  /** Counts from zero, and fails the `at`th operation from now on. */
  breakAt(at: number, code: string, mode?: Mode): void
  mend(): void
  /** Operations since the last `breakAt` or `mend`. */
  count(): number
}

const TAKES_SPACE = new Set(['open', 'writeFile', 'mkdir', 'link', 'rename'])

/** Real file operations, each of which can be made to fail; `CURTO` as the code writes half and says nothing; only
 * writes are counted then. */
export function createBrokenOps(): BrokenOps {
  let calls = 0
  let target = Infinity
  let failure = 'EIO'
  let mode: Mode = 'once'

  return {
    ops: {
      ...wrapAll({ ...nodeFileOps }),
      open: async (path, flags) => {
        check(flags === 'r' ? 'openFolder' : 'open')
        return wrapHandle(await nodeFileOps.open(path, flags))
      },
    },
    breakAt(at, code, how = 'once') {
      calls = 0
      target = at
      failure = code
      mode = how
    },
    mend() {
      calls = 0
      target = Infinity
    },
    count: () => calls,
  }

  function wrapAll<T extends object>(ops: T): T {
    const wrapped = Object.entries(ops).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        check(name)
        return call(...args)
      },
    ])
    return Object.fromEntries(wrapped) as T
  }

  function wrapHandle(handle: FileOpsHandle): FileOpsHandle {
    return {
      writeFile: async (bytes) => {
        const short = failure === 'CURTO' && calls++ === target
        check('writeFile')
        await handle.writeFile(short ? bytes.subarray(0, bytes.length / 2) : bytes)
      },
      read: async (...args) => {
        check('read')
        return handle.read(...args)
      },
      stat: async () => {
        check('fstat')
        return handle.stat()
      },
      // What a real sync costs is measured in bench/; here only its place and its failure matter.
      sync: async () => check('sync'),
      close: async () => {
        await handle.close()
        check('close')
      },
    }
  }

  function check(name: string): void {
    if (failure === 'CURTO') return
    const now = calls++
    if (now < target) return
    if (mode === 'once' ? now === target : mode === 'dead' || TAKES_SPACE.has(name) || now === target)
      throw Object.assign(new Error(`${failure}: made to fail at ${name}`), { code: failure })
  }
}
