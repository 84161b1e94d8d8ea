import { describe, expect, it } from 'vitest'
import { createWorld, worldToRead } from '../http/fixture.ts'
import type { LocalQuery } from '../../src/query/query.ts'
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
    expect((await ask(without, '/gasolina/sobre/')).text).toContain('Ele se corrige na fonte')
    expect((await ask(without, '/gasolina/sobre/')).text).toContain(
      'href="https://economizaalagoas.sefaz.al.gov.br/"',
    )
    const { info } = JSON.parse((await ask(http, '/gasolina/api/openapi.json')).text)
    expect(info.contact).toEqual({ email: 'quem@ex.example' })
  })

  it('is on the page of a failure of ours; without it the page says where data is corrected', async () => {
    for (const contato of ['mailto:quem@ex.example', '']) {
      const { http } = await createWorld({ ...(contato && { contato }), spoil: broken })
      const { status, text } = await ask(http, '/gasolina/')
      expect(status).toBe(500)
      expect(text).toContain('O erro é nosso.')
      expect(/href="mailto:[^"]+">avise quem mantém/.test(text)).toBe(contato !== '')
      expect(text.includes('Ele se corrige na fonte')).toBe(contato === '')
    }
  })
})

/** The front page fails. */
function broken(query: LocalQuery): LocalQuery {
  return { ...query, municipios: () => Promise.reject(new Error('ours')) }
}
