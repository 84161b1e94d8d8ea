import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundled } from '../bundled.ts'
import { type CollectionProcess, runCollectionProcess } from '../../src/app/collection-process.ts'

/** A collection that a few lines of JavaScript stand for. */
function run(script: string, options: Partial<CollectionProcess> = {}) {
  const usual = { deadline: 60_000, grace: 60_000, signal: new AbortController().signal }
  return runCollectionProcess({ command: [process.execPath, '-e', script], ...usual, ...options })
}

it('is heard before its end', async () => {
  const ending = new AbortController()
  const end = run(`console.error('Publicado'); setInterval(() => {}, 1000)`, {
    signal: ending.signal,
    onOutput: () => ending.abort(),
  })
  expect(await end).toMatchObject({ kind: 'failed' })
})

// They wait for processes.
describe.concurrent('how a collection of its own process ended', () => {
  it.each([
    ['published', `console.log('{"commit":3,"coleta":{},"avisos":["a"]}')`, { kind: 'done', avisos: ['a'] }],
    [
      'brought nothing',
      `console.log('{"status":502,"codigo":"fonte_falhou","message":"Nada."}'); process.exitCode = 1`,
      { kind: 'done', avisos: [] },
    ],
    [
      'found another collector',
      `console.log('{"status":409,"codigo":"coleta_em_andamento","message":"Outra."}'); process.exitCode = 1`,
      { kind: 'busy', avisos: [] },
    ],
    [
      'met a full disk',
      `console.log('{"status":503,"codigo":"armazenamento_falhou","message":"O disco está cheio."}'); process.exitCode = 1`,
      { kind: 'failed', motivo: 'O disco está cheio.' },
    ],
    [
      'met a bug',
      `console.error('TypeError: x'); console.log('{"status":500,"codigo":"erro_interno","message":"segredo"}'); process.exitCode = 1`,
      { kind: 'failed', motivo: expect.stringContaining('Erro interno'), stderrTail: 'TypeError: x\n' },
    ],
    [
      'met an engine that was away',
      `console.log('{"status":503,"codigo":"armazenamento_inalcancavel","message":"O S3 não responde."}'); process.exitCode = 1`,
      { kind: 'failed', motivo: 'O S3 não responde.' },
    ],
    [
      'told a code of a newer program',
      `console.log('{"status":500,"codigo":"novidade","message":"segredo"}'); process.exitCode = 1`,
      { kind: 'failed', motivo: expect.stringContaining('Erro interno') },
    ],
    [
      'was killed',
      `process.kill(process.pid, 'SIGKILL')`,
      { kind: 'failed', motivo: expect.stringContaining('SIGKILL') },
    ],
    [
      'was ended by V8, as where memory is out',
      `process.abort()`,
      { kind: 'failed', motivo: expect.stringContaining('memória') },
    ],
    ['said nothing', '', { kind: 'failed', motivo: expect.stringContaining('sem dizer o que fez') }],
    ['said too much', `process.stdout.write('x'.repeat(5e6))`, { kind: 'failed' }],
  ])('one that %s', async (_, script, end) => {
    expect(await run(script)).toMatchObject(end)
  })

  it('a process that hangs past its deadline is killed', async () => {
    const end = await run('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', {
      deadline: 1,
      grace: 1,
    })
    expect(end).toMatchObject({ kind: 'failed', motivo: expect.stringContaining('prazo') })
  })

  it('an aborted process may still report its publication', async () => {
    const told = new AbortController()
    const ending = run(
      `process.on('SIGTERM', () => { console.log('{"commit":3,"avisos":[]}'); process.exit(143) }); setInterval(() => {}, 1000); console.error('begun')`,
      { signal: told.signal },
    )
    told.abort()
    expect(['done', 'failed']).toContain((await ending).kind)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])(
    'one that %s ends is told by its signal; memory is a guess about SIGKILL alone',
    async (signal) => {
      const { motivo } = await run(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`)
      expect(motivo).toContain(`(${signal})`)
      expect(motivo?.includes('memória')).toBe(signal === 'SIGKILL')
    },
  )

  it('a process aborted while it starts ends as interrupted', async () => {
    const end = await run('setInterval(() => {}, 1000)', { signal: AbortSignal.abort() })
    expect(end).toEqual({
      kind: 'failed',
      avisos: [],
      motivo: 'A coleta foi interrompida antes de terminar, porque o servidor que a iniciou foi encerrado.',
    })
  })

  it('a process that fails at its start is reported by its exit code', async () => {
    const { motivo, stderrTail } = await run('nada()')
    expect(motivo).toBe('O processo da coleta terminou (1) sem dizer o que fez.')
    expect(stderrTail).toContain('ReferenceError')
  })

  it.each([
    ['whose program is not there', '/nada/gasolina', 'ENOENT'],
    ['that node does not even try to start', 'gasolina\0', 'ERR_INVALID_ARG_VALUE'],
  ])('one %s', async (_, file, code) => {
    const end = await runCollectionProcess({
      command: [file],
      deadline: 1,
      signal: new AbortController().signal,
    })
    expect(end).toMatchObject({ kind: 'failed', motivo: expect.stringContaining(code) })
  })

  it.skipIf(process.platform === 'win32')('one for which no descriptor is left', async () => {
    const script = await bundled(join(import.meta.dirname, 'without-descriptors.ts'))
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', 'ulimit -n 100; exec "$0" "$1"', process.execPath, script],
      { encoding: 'utf8' },
    )
    expect([status, JSON.parse(stdout)]).toMatchObject([
      0,
      { kind: 'failed', motivo: expect.stringContaining('EMFILE') },
    ])
  })

  it('a process with output cut in the middle of a character', async () => {
    const bytes = [
      ...Buffer.from('{"status":503,"codigo":"armazenamento_falhou","message":"Não há espaço."}'),
    ]
    const end = await run(
      `const bytes = Buffer.from([${String(bytes)}])
       const at = bytes.indexOf(0xc3) + 1
       process.stdout.write(bytes.subarray(0, at))
       setTimeout(() => process.stdout.write(bytes.subarray(at)), 100)`,
    )
    expect(end).toMatchObject({ kind: 'failed', motivo: 'Não há espaço.' })
  })
})
