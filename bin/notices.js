// The licences of the packages that are part of the built program, as they ask to be passed on with it.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** One text for all packages of which something stands in these outputs of rolldown, and in those folders of others. */
export async function noticesOf(outputs, others = []) {
  const modules = outputs.flatMap(({ output }) => output.flatMap(({ moduleIds = [] }) => moduleIds))
  const packages = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean)
  packages.push(...others)
  const notices = await Promise.all([...new Set(packages)].toSorted().map(noticeOf))
  return notices.join(`\n${'-'.repeat(80)}\n\n`)
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file && !license) throw new Error(`${name} tells no licence`)
  const text = file ? await readFile(join(folder, file), 'utf8') : `${license}\n`
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}
