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
  rest?: { resource?: string; resource_template?: string; sensor: Sensor[] }[]
  automation?: { triggers: { entity_id: string; below: number }[]; actions: object[] }[]
  rest_command?: Record<string, { url: string }>
  script?: Record<string, { sequence: [Call, { if: string; then: object[] }] }>
}

interface Call {
  action: string
  data: Record<string, string>
  response_variable: string
}

/** In the middle of Maceió. */
const PLACE = {
  "state_attr('device_tracker.meu_telefone', 'latitude') | round(3)": -9.648,
  "state_attr('device_tracker.meu_telefone', 'longitude') | round(3)": -35.717,
}

const text = readFileSync(new URL('../docs/home-assistant.md', import.meta.url), 'utf8')
const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = '']) => parse(yaml) as Configuration)
const resources = blocks.flatMap(({ rest = [] }) => rest)
const sensors = resources.flatMap(({ resource, resource_template = '', sensor }) =>
  sensor.map((one) => ({ resource: resource ?? rendered(resource_template, PLACE), ...one })),
)
const commands = Object.assign({}, ...blocks.map((block) => block.rest_command)) as Record<
  string,
  { url: string }
>
const scripts = blocks.flatMap(({ script = {} }) => Object.values(script))

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

describe('the script that docs/home-assistant.md shows', () => {
  it('asks around the device and tells station, distance and price', async () => {
    expect(scripts).toHaveLength(1)
    for (const { sequence } of scripts) {
      const [{ action, data, response_variable: variable }, { if: condition, then }] = sequence
      const given = Object.entries(data).map(([name, template]) => [name, rendered(template, PLACE)])
      const { url = '' } = commands[action.replace('rest_command.', '')] ?? {}
      const { status, body } = await ask(rendered(url, Object.fromEntries(given)))
      expect([status, condition]).toEqual([200, expect.stringContaining(`${variable}.status == 200`)])
      const paths = JSON.stringify(then).matchAll(
        new RegExp(String.raw`\{\{ ${variable}\.content\.(\S+) \}\}`, 'g'),
      )
      expect([...paths].map(([, path = '']) => at(body, path))).toEqual([
        expect.any(String),
        expect.any(Number),
        expect.any(Number),
      ])
    }
  })
})

/** A template with its expressions replaced by values, as Home Assistant renders it. */
function rendered(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{\s*([^]*?)\s*\}\}/g, (_, expression: string) => {
    expect(Object.keys(values)).toContain(expression)
    return String(values[expression])
  })
}

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
