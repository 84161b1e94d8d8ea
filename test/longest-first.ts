import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long, in the order of its start: of each three the first mostly waits, the others mostly compute. */
const LONGEST = [
  'reliability/store-under-server',
  'site/browser',
  'engines/program',
  'engines/postgres',
  'collect/collect',
  'mcp-view/view',
  'cli/store-states',
  'parity',
  'claims/claims',
  'reliability/collector-process',
  'installed/program',
  'engines/s3',
  'cli/usage',
  'build',
  'cli/outputs',
  'reliability/any-variable',
  'http/servir',
  'site/crawl',
  'installed/assistants',
  'app/collection-process',
  'reliability/open-internet',
  'mcp/stdio',
  'site/valid',
  'store/kill',
].map((name) => join(import.meta.dirname, `${name}.test.ts`))

/**
 * Vitest knows what took long the last time. In a new checkout it goes by size, and what is short to read and long to run
 * would run on alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((file) => !existsSync(file))
    if (gone.length > 0) throw new Error(`test/longest-first.ts names what is not there: ${gone.join(', ')}`)
    const others = await BaseSequencer.prototype.sort.call(this, files)
    const first = LONGEST.flatMap((file) => others.filter(({ moduleId }) => moduleId === file))
    return [...first, ...others.filter(({ moduleId }) => !LONGEST.includes(moduleId))]
  }
}
