// Reads what strace wrote and checks, for every file that was renamed or linked into the store, what came before and after.
import { readFileSync } from 'node:fs'

const calls = readFileSync(process.argv[2], 'utf8')
  // A call that another thread interrupts stands in two lines; it counts where it ends.
  .split('\n')
  .reduce(join, { open: new Map(), done: [] })
  .done.filter((line) => line.includes('/demonstracao') && !/= -1/.test(line))
let problems = 0
let [renamed, linked] = [0, 0]
for (const [at, line] of calls.entries()) {
  const [, call, from, to] = /\b(rename|link)(?:at2?)?\(.*?"([^"]+)".*?"([^"]+)"/.exec(line) ?? []
  if (!call) continue
  const folder = to.slice(0, to.lastIndexOf('/'))
  const before = calls.slice(0, at)
  const wrote = before.findLastIndex((c) => /\bp?write(64)?\(/.test(c) && c.includes(`<${from}>`))
  const synced = before.findLastIndex((c) => /\bf(data)?sync\(/.test(c) && c.includes(`<${from}>`))
  const folderSynced = calls.slice(at + 1).findIndex((c) => /\bfsync\(/.test(c) && c.includes(`<${folder}>`))
  const next = calls.slice(at + 1).findIndex((c) => /\blink(at)?\(/.test(c) && c.includes('/commits/'))
  const ok = wrote >= 0 && synced > wrote && folderSynced >= 0 && (next < 0 || folderSynced < next)
  if (!ok) console.log(`FAIL ${call} ${to}: write ${wrote}, fsync ${synced}, folder's fsync ${folderSynced}`)
  problems += Number(!ok)
  if (call === 'rename') renamed++
  else linked++
}
const commit = calls.findLastIndex((c) => /\blink(at)?\(/.test(c) && c.includes('/commits/'))
const part = calls.findLastIndex((c, i) => i < commit && c.includes('/partes/') && /\b(rename|fsync)/.test(c))
const order = commit >= 0 && part < commit
console.log(`${order ? 'ok  ' : 'FAIL'} the commit is linked after its parts are synced`)
console.log(
  `${problems ? 'FAIL' : 'ok  '} ${renamed} renames and ${linked} links, each after its fsync and before its folder's`,
)
if (problems || !order || linked === 0) process.exitCode = 1

function join({ open, done }, line) {
  const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? []
  if (!rest) return { open, done }
  if (rest.includes('<unfinished ...>')) open.set(pid, rest.replace(/<unfinished \.\.\.>.*/, ''))
  else if (rest.startsWith('<... '))
    done.push((open.get(pid) ?? '') + rest.replace(/^<\.\.\. \w+ resumed>/, ''))
  else done.push(rest)
  return { open, done }
}
