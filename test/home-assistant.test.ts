import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { worldToRead } from './http/fixture.ts'

interface Sensor {
  name: string
  unique_id: string
  value_template: string
  json_attributes_path?: string
  json_attributes?: string[]
}

interface Configuration {
  rest?: { resource: string; sensor: Sensor[] }[]
  automation?: { triggers: { entity_id: string; below: number }[]; actions: object[] }[]
}

const text = readFileSync(new URL('../docs/home-assistant.md', import.meta.url), 'utf8')
const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = '']) => parse(yaml) as Configuration)
const resources = blocks.flatMap(({ rest = [] }) => rest)
const sensors = resources.flatMap(({ resource, sensor }) => sensor.map((one) => ({ resource, ...one })))

let ask: (resource: string) => Promise<{ status: number; body: unknown }>
beforeAll(async () => {
  const { http } = await worldToRead()
  ask = async (resource) => {
    const { pathname, search } = new URL(resource)
    const response = await http.router.request(pathname + search)
    return { status: response.status, body: await response.json() }
  }
})

describe('the sensors that docs/home-assistant.md shows', () => {
  it('are enough, each with a name of its own', () => {
    expect(sensors.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sensors.map(({ unique_id }) => unique_id)).size).toBe(sensors.length)
  })

  it.each(sensors)('$name finds its number, and all that it tells besides', async (sensor) => {
    const { status, body } = await ask(sensor.resource)
    expect(status).toBe(200)
    const [, field = ''] = /^\{\{ value_json\.(\S+) \}\}$/.exec(sensor.value_template) ?? []
    expect([field, at(body, field)]).toEqual([field, expect.any(Number)])
    const { json_attributes_path: path = '$.', json_attributes: names = [] } = sensor
    const held = at(body, path.slice('$.'.length))
    for (const name of names) expect(held).toHaveProperty(name)
  })

  it('are what the automation waits for', () => {
    const ids = blocks.flatMap(({ automation = [] }) => automation.flatMap((one) => one.triggers))
    expect(ids.length).toBeGreaterThan(0)
    const entities = sensors.map(({ name }) => `sensor.${slug(name)}`)
    for (const { entity_id } of ids) expect(entities).toContain(entity_id)
  })
})

/** What `a.b[0]['c']` names in an answer. */
function at(answer: unknown, path: string): unknown {
  const names = [...path.matchAll(/[\w-]+/g)].map(([name]) => name)
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], answer)
}

/** As Home Assistant makes an entity's id of its name. */
function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
}
