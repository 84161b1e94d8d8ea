import { describe, expect, it } from 'vitest'
import { createWorld, worldToRead } from '../http/fixture.ts'
import { ask } from './ask.ts'

describe('the address for complaints', () => {
  it('is on the pages of stations and the about page, and in OpenAPI, only where the operator gives one', async () => {
    const { http } = await createWorld({ contato: 'mailto:quem@ex.example' })
    const { http: without } = await worldToRead()
    const station =
      /\/gasolina\/posto\/\d{14}\//.exec((await ask(http, '/gasolina/gasolina-comum/maceio/')).text)?.[0] ??
      ''
    for (const path of ['/gasolina/sobre/', station]) {
      expect((await ask(http, path)).text).toContain('href="mailto:quem@ex.example"')
      expect((await ask(without, path)).text).not.toContain('mailto:')
    }
    const page = '/gasolina/acessibilidade/'
    expect((await ask(http, page)).text).toMatch(/href="mailto:quem@ex.example">Conte a quem mantém/)
    const { text } = await ask(without, page)
    expect(text).not.toContain('quem mantém')
    expect(text).toContain('Ele se corrige na fonte')
    const { info } = JSON.parse((await ask(http, '/gasolina/api/openapi.json')).text)
    expect(info.contact).toEqual({ email: 'quem@ex.example' })
  })
})
