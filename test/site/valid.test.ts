import { HtmlValidate } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, worldToRead } from '../http/fixture.ts'
import { ask } from './ask.ts'
import { PAGES, addressesOf } from './addresses.ts'

let world: World

beforeAll(async () => {
  world = await worldToRead()
})

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Written by hand in another style than these suggest; browsers read them alike.
    'doctype-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'attr-quotes': 'off',
  },
})

describe('markup', () => {
  it.each([...PAGES, '/gasolina/nada/'])('%s is valid', async (path) => {
    const { text } = await ask(world.http, (await addressesOf(world, [path]))[0] ?? '')
    const { results } = await validator.validateString(text)
    const told = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} in ${text.split('\n')[line - 1]}`),
    )
    expect(told).toEqual([])
  })
})
