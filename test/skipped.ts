import type { TestProject } from 'vitest/node'

/** Packages of Debian in a test's name: `deploy/nginx.conf (Debian: nginx, openssl)`. */
const NEEDS = /\(Debian: ([^)]+)\)/

/** Sentences for the end of a run: how many tests were skipped, why, and how to have them; empty when none was. */
export function skippedIn({ vitest }: Pick<TestProject, 'vitest'>): string {
  // `-t` leaves out what it does not name.
  if (vitest.config.testNamePattern) return ''
  const tests = vitest.state.getTestModules().flatMap(({ children }) => Array.from(children.allTests()))
  const reasons = tests.flatMap((test) => {
    const result = test.result()
    return result.state === 'skipped' ? [reasonOf(test.fullName, result.note)] : []
  })
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  if (counts.size === 0) return ''
  return [
    '',
    `Não rodaram ${reasons.length} de ${tests.length} testes; os outros bastam para a maioria das mudanças:`,
    ...[...counts].map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`),
    'Quanto tempo leva com tudo, e sem: CONTRIBUTING.md.',
    '',
  ].join('\n')
}

function reasonOf(name: string, note: string | undefined): string {
  const packages = NEEDS.exec(name)?.[1]?.replaceAll(',', '')
  if (packages === 'chromium')
    return 'falta um navegador: apt-get install chromium-headless-shell (ou chromium), ou CHROMIUM=/caminho/do/chrome'
  if (packages) return `falta o que apt-get install ${packages} instala`
  return note ?? `${name}: não é para este sistema`
}
