// Loads files of the bundle with the compiled code that bin/code-cache.js has kept of them. Without it, or with that of another
// Node, they are compiled as ever; so too where Node was given other settings of V8, which refuses it then.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Ending of the file with the compiled code of another. */
export const COMPILED = '.compiled'

const HEAD = '(function (exports, require, module, __filename, __dirname) {'
const CHECKSUM_BYTES = 4
const nodeRequire = createRequire(import.meta.url)
const NODE = nodeInUse()

/** Returns a `require` for absolute paths of the bundle's CommonJS files. `onCompiled` is told the path, script and source of each. */
export function createLoader(onCompiled = () => {}) {
  const modules = new Map()

  function load(file) {
    const known = modules.get(file)
    if (known) return known.exports
    const { script, source } = compile(file)
    onCompiled({ file, script, source })
    const module = { exports: {} }
    modules.set(file, module)
    const folder = dirname(file)
    const require = (name) => (name.endsWith('.cjs') ? load(resolve(folder, name)) : nodeRequire(name))
    require.resolve = nodeRequire.resolve
    try {
      script.runInThisContext()(module.exports, require, module, file, folder)
    } catch (error) {
      modules.delete(file)
      throw error
    }
    return module.exports
  }

  return load
}

/** Keeps the code that V8 has compiled of a file so far. The file may be another by now. */
export function keepCompiled({ file, script, source }) {
  const code = script.createCachedData()
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(checksumOf(code, file, source))
  writeFileSync(file + COMPILED, Buffer.concat([checksum, code]))
}

function compile(file) {
  const source = readFileSync(file)
  const script = new Script(`${HEAD}${source}\n})`, {
    filename: file,
    columnOffset: -HEAD.length,
    cachedData: compiledOf(file, source),
  })
  return { script, source }
}

function compiledOf(file, source) {
  try {
    const kept = readFileSync(file + COMPILED)
    const code = kept.subarray(CHECKSUM_BYTES)
    return kept.readUInt32LE() === checksumOf(code, file, source) ? code : undefined
  } catch {
    // The file is missing, empty, or not for this user to read.
    return undefined
  }
}

/**
 * V8 compares its version's number, its settings and the length of the source; damaged code, or that of a build of Node with other patches,
 * ends the process. And traces tell the path that the file had when it was compiled.
 */
function checksumOf(code, file, source) {
  return crc32(code, crc32(source, crc32(`${NODE} ${file}`)))
}

function nodeInUse() {
  const { version, arch, execPath } = process
  const file = statSync(execPath, { throwIfNoEntry: false })
  return [version, arch, execPath, file?.size, file?.mtimeMs].join(' ')
}
