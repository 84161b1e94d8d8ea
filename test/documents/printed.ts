import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Something a reader copies from a document. */
export interface Printed {
  document: string
  /** Language of its block; `inline` in a sentence, `shown` with its output under it. */
  kind: string
  code: string
}

const NAMES = [
  'README.md',
  'README.en.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'skills/gasolina/SKILL.md',
  ...namesIn('docs'),
]

const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:gasolina|npm|npx|node|curl|tar|podman|promtool|systemd-analyze|claude) \S/
/** Code in a comment of a file for operators: in a line of its own, or at the end of a sentence. */
const IN_COMMENT =
  /(?:^# {1,3}|: |; depois, )((?:npm|podman|tar|promtool|systemctl|copia\.sh) [^#]+?)(?: {3,}\(.*|, vazia\.|\. .*|)$/gm

/** All that the documents and the files for operators print to be copied; each code once a document. */
export function printed(): Printed[] {
  const all = [...NAMES.flatMap(inDocument), ...namesIn('deploy').flatMap(inComments)]
  // Named in a sentence, and printed whole elsewhere.
  const isPart = ({ kind, code }: Printed) =>
    kind === 'inline' && all.some((other) => other.code !== code && other.code.includes(code))
  const known = new Set<string>()
  return all.filter((one) => {
    const key = `${one.document} ${one.code}`
    const isNew = !known.has(key) && !isPart(one)
    known.add(key)
    return isNew
  })
}

function inDocument(document: string): Printed[] {
  const text = read(document)
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
  const rest = text.replaceAll(/^```[^]*?^```$/gm, '')
  const inline = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [
    ...blocks.flatMap(([, kind = '', code = '']) => inBlock(document, kind, code)),
    ...inline
      .filter((code) => COMMAND.test(code) || /^\/gasolina\/(?:api|dados)\/[^{…]*[?/]/.test(code))
      .map((code) => ({ document, kind: 'inline', code })),
  ]
}

/** A line at a time of what goes to a shell; programs and configurations whole. */
function inBlock(document: string, kind: string, code: string): Printed[] {
  if (code.startsWith('$ ')) return [{ document, kind: 'shown', code: code.slice(2, code.indexOf('\n')) }]
  const isFile = code.split('\n').every((line) => /^(?:\w+='.*'|)$/.test(line))
  if (isFile) return [{ document, kind: 'env', code }]
  // Drawings have no language, nor has a line of crontab.
  if (kind === '') return linesOf(document, code, /^(?:\S+ ){5}(gasolina .*)$/gm)
  if (kind !== 'sh' && kind !== 'console') return [{ document, kind, code }]
  return linesOf(document, code.replaceAll(/\s+#.*$/gm, ''), /^(.+)$/gm)
}

function inComments(document: string): Printed[] {
  return linesOf(document, read(document).replaceAll(/ \\\n# +/g, ' '), IN_COMMENT)
}

function linesOf(document: string, text: string, line: RegExp): Printed[] {
  return [...text.matchAll(line)].map(([, code = '']) => ({ document, kind: 'sh', code }))
}

function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
