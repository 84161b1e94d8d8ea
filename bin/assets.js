// Makes the files that pages load, and the outlines they draw, where the server reads them. `node bin/assets.js FOLDER`: the
// folder tsc wrote to.
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const SITE = fileURLToPath(new URL('../src/site/', import.meta.url))
const VIEW = fileURLToPath(new URL('../src/mcp-view/', import.meta.url))
const SCRIPTS = {
  'client.js': 'client/main.ts',
  'near.js': 'client/near-me.ts',
  'streets.js': 'client/street-map.ts',
  'sw.js': 'worker/worker.ts',
}
const LEAFLET = fileURLToPath(new URL('../node_modules/leaflet/dist/', import.meta.url))
const folder = join(process.argv[2] ?? '', 'assets')

await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'style.css'), await styleOf(SITE))
for (const file of await readdir(join(SITE, 'pictures')))
  await copyFile(join(SITE, 'pictures', file), join(folder, file))
for (const [file, input] of Object.entries(SCRIPTS)) {
  const bundle = await bundled(join(SITE, input))
  await bundle.write({ file: join(folder, file), format: 'esm', minify: true })
}
await writeFile(
  join(folder, 'streets.css'),
  (await readFile(join(LEAFLET, 'leaflet.css'), 'utf8')) +
    (await readFile(join(SITE, 'streets.css'), 'utf8')),
)
const drawn = JSON.stringify(await outlines())
await writeFile(join(folder, 'outlines.json'), drawn)
await writeFile(join(folder, 'view.html'), await view(drawn))

/** Constants are taken from a module of many without the rest of it. */
function bundled(input) {
  return rolldown({
    input,
    platform: 'browser',
    treeshake: { moduleSideEffects: (id) => id === input },
    resolve: { alias: { leaflet: join(LEAFLET, 'leaflet-src.esm.js') } },
  })
}

/** The one file that hosts of assistants show in a frame without a network: its style, script and outlines stand in it. */
async function view(drawn) {
  const bundle = await bundled(join(VIEW, 'main.ts'))
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  const parts = {
    '/*style*/': (await styleOf(VIEW)).replaceAll(/\/\*.*?\*\/|\n\s*/gs, ''),
    '/*script*/': output[0].code.replaceAll('</script', String.raw`<\/script`).trim(),
    'id="outlines">': `id="outlines">${drawn}`,
  }
  let page = (await readFile(join(VIEW, 'page.html'), 'utf8')).replaceAll(/\n\s*/g, '\n')
  for (const [mark, part] of Object.entries(parts)) page = page.replace(mark, () => part)
  return page
}

/** Pages and the view draw charts alike; what is their own comes after that. */
async function styleOf(face) {
  const [shared, own] = [join(SITE, 'chart.css'), join(face, 'style.css')]
  return (await readFile(shared, 'utf8')) + (await readFile(own, 'utf8'))
}

/** Paths of the 102 municipalities by IBGE code: the drawing of mapa-brasil (IBGE's mesh) in whole units. */
async function outlines() {
  const data = join(dirname(createRequire(import.meta.url).resolve('mapa-brasil/package.json')), 'data')
  const drawing = await readFile(join(data, 'svg/low/municipios/al_municipios.svg'), 'utf8')
  const names = JSON.parse(await readFile(join(data, 'json/municipios/al_municipios.json'), 'utf8'))
  const paths = [...drawing.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path)
  if (paths.length !== 102 || names.length !== 102)
    throw new Error('the drawing is not of 102 municipalities')
  return Object.fromEntries(names.map(({ CD_GEOCMU: code }, i) => [code, compact(paths[i])]))
}

/** Absolute decimals as whole steps from point to point: a third of the bytes, half a kilometre at most away. */
function compact(path) {
  const rings = path.split('Z').filter((ring) => ring.trim() !== '')
  return rings.map(ringOf).join('')
}

function ringOf(ring) {
  const numbers = ring.replaceAll(/[ML]/g, ' ').trim().split(/\s+/).map(Number)
  const points = Array.from({ length: numbers.length / 2 }, (_, i) => [
    Math.round(numbers[2 * i]),
    Math.round(numbers[2 * i + 1]),
  ])
  let [x, y] = points[0]
  const start = `M${x} ${y}l`
  const steps = points.slice(1).flatMap(([toX, toY]) => {
    if (toX === x && toY === y) return []
    const step = `${toX - x} ${toY - y}`
    ;[x, y] = [toX, toY]
    return [step]
  })
  return `${start}${steps.join(' ').replaceAll(' -', '-')}z`
}
