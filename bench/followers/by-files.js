// Follows /gasolina/dados/mudancas/ file by file, from all that is known at its beginning. Ends when it has reached the cursor
// it is given on standard input, and tells the state it has come to.
import { createHash } from 'node:crypto'

const [base] = process.argv.slice(2)
let end
process.stdin.once('data', (chunk) => (end = String(chunk).trim()))
process.stdin.unref?.()
const get = async (path) => (await fetch(`${base}/gasolina/${path}`)).json()

const state = new Map()
const first = await get('api/mudancas?desde=inicio&suspeitos=incluir')
apply(first.mudancas)
let at = first.ate
let files = 0
while (at !== end) {
  const { arquivos } = await get('dados/mudancas/index.json')
  for (const { cursor, desde } of arquivos.slice(arquivos.findIndex((one) => one.desde === at))) {
    if (desde !== at) break
    apply((await get(`dados/mudancas/${cursor}.json`)).mudancas)
    at = cursor
    files++
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const lines = [...state].map(([key, value]) => `${key} ${value}`).toSorted()
const digest = createHash('sha256').update(lines.join('\n')).digest('hex')
console.log(`${at}, ${lines.length} produtos, sha256 ${digest.slice(0, 16)}, ${files} arquivos`)
process.exit()

function apply(changes) {
  for (const { combustivel, cnpj, codigo, para, suspeito } of changes) {
    const key = `${combustivel} ${cnpj} ${codigo}`
    if (para === null) state.delete(key)
    else state.set(key, `${para.toFixed(3)} ${suspeito !== undefined}`)
  }
}
