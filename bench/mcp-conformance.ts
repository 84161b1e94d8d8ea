/**
 * The official conformance suite against a server of ours, for both revisions of the protocol. Names each check that fails and
 * is expected to, and why; exits 1 when another fails, or when one of these no longer does.
 *
 *   npx tsx bench/mcp-conformance.ts
 *
 * Needs the network once, for the suite and the Node 22 it asks for. The suite calls tools, resources and prompts by names of
 * its own, which only a server made for it has: that ours answer and refuse as promised is tested under test/mcp/.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demonstrationWorld, depsOf } from '../test/mcp/world.ts'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from 'srvx/node'
import { createMcpHandler } from '../src/mcp/protocol/streamable-http.ts'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const ITS_TOOL = 'calls a tool of the suite’s own; here there are exactly four'
const ITS_RESOURCE = 'reads a resource of the suite’s own'
const ITS_PROMPT = 'asks for a prompt of the suite’s own'
const NO_QUESTIONS = 'the server answers and never asks the person or the client back'
const NO_PUSH = 'stateless: nothing is sent later, so there is nothing to subscribe to'
const NO_TASKS = 'tasks are an extension, for work that takes long; every answer here comes at once'

/** Scenario → why it fails here. A key with a colon names one check of a scenario whose others must pass. */
const expected: Record<string, string> = {
  'tools-call-simple-text': ITS_TOOL,
  'tools-call-image': ITS_TOOL,
  'tools-call-audio': ITS_TOOL,
  'tools-call-embedded-resource': ITS_TOOL,
  'tools-call-mixed-content': ITS_TOOL,
  'tools-call-error': ITS_TOOL,
  'tools-call-with-progress': ITS_TOOL,
  'tools-call-with-logging': ITS_TOOL,
  'tools-call-sampling': NO_QUESTIONS,
  'tools-call-elicitation': NO_QUESTIONS,
  'elicitation-sep1034-defaults': NO_QUESTIONS,
  'elicitation-sep1330-enums': NO_QUESTIONS,
  'logging-set-level': 'the server sends no log messages to clients, and declares none',
  'resources-read-text': ITS_RESOURCE,
  'resources-read-binary': ITS_RESOURCE,
  'resources-templates-read': ITS_RESOURCE,
  'resources-subscribe': NO_PUSH,
  'resources-unsubscribe': NO_PUSH,
  'prompts-get-simple': ITS_PROMPT,
  'prompts-get-with-args': ITS_PROMPT,
  'prompts-get-embedded-resource': ITS_PROMPT,
  'prompts-get-with-image': ITS_PROMPT,
  'input-required-result-basic-elicitation': NO_QUESTIONS,
  'input-required-result-basic-sampling': NO_QUESTIONS,
  'input-required-result-basic-list-roots': NO_QUESTIONS,
  'input-required-result-request-state': NO_QUESTIONS,
  'input-required-result-multiple-input-requests': NO_QUESTIONS,
  'input-required-result-multi-round': NO_QUESTIONS,
  'input-required-result-non-tool-request': NO_QUESTIONS,
  'input-required-result-result-type': NO_QUESTIONS,
  'input-required-result-tampered-state': NO_QUESTIONS,
  'input-required-result-capability-check': NO_QUESTIONS,
  'server-stateless:sep-2575-server-rejects-undeclared-capability': ITS_TOOL,
  'server-stateless:sep-2575-missing-capability-http-400': ITS_TOOL,
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream': ITS_TOOL,
  'server-stateless:sep-2575-server-no-log-without-loglevel': ITS_TOOL,
  'json-schema-2020-12': ITS_TOOL,
  'http-custom-header-server-validation': 'no argument of ours is repeated in a header',
  'tasks-lifecycle': NO_TASKS,
  'tasks-capability-negotiation': NO_TASKS,
  'tasks-wire-fields': NO_TASKS,
  'tasks-request-state-removal': NO_TASKS,
  'tasks-mrtr-input': NO_TASKS,
  'tasks-request-headers': NO_TASKS,
  'tasks-dispatch-and-envelope': NO_TASKS,
  'tasks-required-task-error': NO_TASKS,
  'tasks-mrtr-composition': NO_TASKS,
}

const { query } = await demonstrationWorld()
const server = createServer(toNodeHandler(createMcpHandler(depsOf(query))) as RequestListener)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`
const unseen = new Set(Object.keys(expected))
let surprises = 0
for (const revision of ['2026-07-28', '2025-11-25']) surprises += await run(revision)
server.close()
server.closeAllConnections()
for (const name of unseen) console.log(`${name}: expected to fail, and does not`)
process.exitCode = surprises + unseen.size > 0 ? 1 : 0

/** How many checks failed that should not have. */
async function run(revision: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gasolina-conformance-'))
  const args = ['-y', '-p', 'node@22', '-p', SUITE, 'conformance', 'server', '--url', url]
  const child = spawn('npx', [...args, '--requirements', revision, '-o', folder], { stdio: 'ignore' })
  await once(child, 'exit')
  let [passed, known, wrong] = [0, 0, 0]
  console.log(`\n## ${revision}`)
  for (const run of (await readdir(folder)).toSorted()) {
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    for (const check of JSON.parse(await readFile(join(folder, run, 'checks.json'), 'utf8')) as Check[]) {
      if (check.status === 'SUCCESS') passed++
      if (check.status !== 'FAILURE') continue
      const name = [scenario, `${scenario}:${check.id}`].find((key) => Object.hasOwn(expected, key))
      if (name) known++
      else wrong++
      if (name) unseen.delete(name)
      console.log(
        `${name ? '–' : '✗'} ${scenario}:${check.id}: ${name ? expected[name] : check.errorMessage}`,
      )
    }
  }
  await rm(folder, { recursive: true })
  console.log(`${passed} checks pass, ${known} fail as expected, ${wrong} fail`)
  return passed === 0 ? wrong + 1 : wrong
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}
