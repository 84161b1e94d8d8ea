import { combustiveis } from '../domain/facts/fuels.ts'
import { markedAsDemonstration } from '../format/words/source-words.ts'
import { inBrackets } from './words/page-doubts.ts'
import { collected, datedMoment, shortTime, moment, reais } from './words/page-figures.ts'
import { html, jsonData, raw, icon } from './markup/html.ts'
import type { Content, Page, Sources } from './request/page-interfaces.ts'

/** Head, menu and footer around the content. `section`: the page whose menu entry is marked. */
export function createFrame({ query, links, attribution, asset }: Sources, pages: readonly Page[]) {
  const menu = pages.filter((page) => page.menu !== undefined)
  const service = pages
    .flatMap(({ name, footer }) => (footer ? [[...footer, name] as const] : []))
    .toSorted(([a], [b]) => a - b)
    .map(([, label, name]) => html`<li><a href="${links.page(`${name}/`)}">${label}</a></li>`.markup)
  const fuels = combustiveis.map(
    ({ slug, nomePopular }) => html`<li><a href="${links.fuel(slug)}">${nomePopular}</a></li>`,
  )

  return (content: Content, section?: string) => {
    const { title, short, oldAfter } = query.source()
    const stopped = content.atualizadoEm ? query.paradaDesde() : undefined
    const headline = markedAsDemonstration(headlineOf(content), attribution)
    const combustivel = links.combustivel(content.fuel)
    const picture = content.fuel ? (`picture-${content.fuel}.png` as const) : 'picture.png'
    return html`<!doctype html>
      <html lang="pt-BR" data-worker="${links.page('sw.js')}" data-old-after="${oldAfter}">
        <head>
          <meta charset="utf-8" />
          <title>${content.title} · gasolina</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="description" content="${content.description}" />
          ${(content.unlisted || attribution.demonstracao) && raw('<meta name="robots" content="noindex">')}
          <link rel="canonical" href="${links.absolute(content.path)}" />
          <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f161c" />
          <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="${asset('icon.png')}" />
          <link rel="manifest" href="${links.page('manifest.webmanifest')}" />
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="pt_BR" />
          <meta property="og:site_name" content="gasolina" />
          <meta property="og:title" content="${headline}" />
          <meta property="og:description" content="${content.description}" />
          <meta property="og:url" content="${links.absolute(content.path)}" />
          <meta property="og:image" content="${links.absolute(asset(picture))}" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="${title}" />
          <meta name="twitter:card" content="summary_large_image" />
          <link rel="stylesheet" href="${asset('style.css')}" />
          ${['client.js' as const, ...(content.scripts ?? [])].map((file) => html`<script type="module" src="${asset(file)}" ${content.waitsForScripts && raw(' blocking="render"')}></script>`)}
          ${content.head}${
            content.feed &&
            html`<link
              rel="alternate"
              type="application/atom+xml"
              title="Mudanças de preço"
              href="${links.page('mudancas.atom', content.feed)}"
            />`
          }
          ${content.data?.map(
            (data) =>
              html`<script type="application/ld+json">
                ${jsonData(data)}
              </script>`,
          )}
        </head>
        <body>
          <a class="skip" href="#conteudo">Ir para o conteúdo</a>
          ${content.skip && html`<a class="skip" href="#${content.skip[0]}">${content.skip[1]}</a>`}
          ${attribution.demonstracao && html`<aside class="demo" aria-label="Aviso"><strong>${short}</strong></aside>`}
          ${
            stopped !== undefined &&
            html`<aside class="demo" aria-label="Idade dos preços">
              A fonte parece parada: a venda mais nova que se conhece em Alagoas é de ${moment(stopped)}.
            </aside>`
          }
          <header class="top">
            <a class="brand" href="${links.page('')}">${icon('totem')}<span>gasolina</span></a>
            <nav aria-label="Principal">
              <ul>
                ${menu.map(
                  ({ name, menu: label, takesFuel }) =>
                    html`<li>
                      <a
                        href="${links.page(`${name}/`, takesFuel && { combustivel })}"
                        ${name === section && raw(' aria-current="true"')}
                        >${label}</a
                      >
                    </li>`,
                )}
              </ul>
            </nav>
          </header>
          <main id="conteudo">${content.main}</main>
          <footer class="foot">
            <div>
              <nav aria-label="Combustíveis">
                <h2>Combustíveis</h2>
                <ul>
                  ${fuels}
                </ul>
              </nav>
              <nav aria-label="Sobre o serviço">
                <h2>O serviço</h2>
                <ul>
                  ${raw(service.join('\n'))}
                </ul>
              </nav>
            </div>
            <p>
              ${content.atualizadoEm && html`Coleta: <span class="fresh">${datedMoment(content.atualizadoEm)}</span>. `}Fonte:
              ${attribution.fonte}. Uso livre, citando este serviço.
            </p>
          </footer>
        </body>
      </html> `
  }
}

/** `Gasolina comum em Maceió: desde R$ 5,69 (coleta de 22/11, 09:44)`. */
function headlineOf({ title, headline = title, atualizadoEm }: Content): string {
  if (typeof headline === 'string') return headline
  const { title: words = title, price, of = 'desde', venda, doubts } = headline
  if (typeof price !== 'number') return words
  const when = venda ? ` em ${shortTime(venda)}` : ''
  return `${words}: ${of} ${reais(price)}${when}${inBrackets(doubts)}${venda ? '' : collected(atualizadoEm)}`
}
