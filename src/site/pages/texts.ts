import {
  ATE_POUCAS_VENDAS,
  JANELA,
  ORDINARY_PERCENT,
  PERTO,
  POUCAS_VENDAS,
  REGRA_DOS_SUSPEITOS,
  STATIONS_TO_COMPARE,
  USUAL_FEWEST_SALES,
  USUAL_HOURS,
  USUAL_MOST_SALES,
  USUAL_RATIO,
  written,
} from '../../domain/facts/rules.ts'
import { type Html, html } from '../markup/html.ts'
import type { Content, Sources } from '../request/view.ts'
import { percentOf } from '../parts/forms.ts'

/** Where nobody is named who could correct it here. */
export const AT_SOURCE = html`<h2>Achou um dado errado?</h2>
  <p>
    Ele se corrige na fonte: um preço ou um endereço, pelo posto, na nota que emite. A próxima coleta traz a
    correção.
  </p>`

/** Pages of text: method, source, privacy, accessibility. */
export const texts = {
  metodo: (sources: Sources): Content =>
    text(sources, 'metodo/', {
      title: 'Como um preço chega aqui, e como é julgado',
      description:
        'De onde vem cada preço, quando ele é suspeito e o que barato, normal e caro querem dizer.',
      body: html` <h2>De onde vem</h2>
        <p>${sources.query.source().origin}</p>
        <h2>A hora da venda e a hora da coleta</h2>
        <p>
          Cada linha mostra a hora da última <em>venda</em>. A hora da <em>coleta</em>, no alto da página, diz
          quando olhamos pela última vez. Um posto que não vendeu um combustível em ${JANELA} sai da lista
          dele.
        </p>
        <h2>Vendas a este preço</h2>
        <p>
          “4 vendas a este preço” quer dizer quatro vendas seguidas do posto exatamente ao preço mostrado; “13
          vendas entre R$&nbsp;6,54 e R$&nbsp;6,60”, treze seguidas a até ${PERTO} dele. Quanto mais vendas,
          mais certo que a bomba ainda cobra isso. Uma só venda pode ter sido um desconto.
        </p>
        <h2 id="provavel">Preço mais provável</h2>
        <p>
          Um preço bem abaixo do que o posto costuma cobrar, com só ${POUCAS_VENDAS}, muitas vezes foi um
          desconto para um só freguês. Por isso as listas seguem o preço mais provável: o da última venda, ou,
          quando ela fica mais de ${PERTO} abaixo do usual e só ${ATE_POUCAS_VENDAS} a sustentam, o usual: o
          preço do meio das vendas antes dela, até ${written(USUAL_MOST_SALES)}, nas ${USUAL_HOURS} horas
          anteriores; com menos de ${written(USUAL_FEWEST_SALES)} não há usual. O número grande é sempre o da
          última venda; a linha avisa qual é o usual.
        </p>
        <h2>No fim de semana</h2>
        <p>
          Na véspera e na antevéspera de um fim de semana ou feriado, a página de uma cidade diz se lá o preço
          costuma mudar: quando, em três dos últimos quatro ou mais e em mais da metade dos últimos oito, a
          mediana da cidade ficou mais de ${PERTO} abaixo (ou acima) do dia útil antes e do dia útil depois. A
          frase conta as vezes. Onde nada se repete, nada se diz.
        </p>
        <h2>Quando um preço é suspeito</h2>
        <p>
          Notas trazem erros: já houve GNV a R$&nbsp;80,00. ${REGRA_DOS_SUSPEITOS} Nada é apagado: cada lista
          diz quantos preços ficaram fora e por quê.
        </p>
        <h2>Barato, normal, caro</h2>
        <p>
          Comparamos o posto com os outros da mesma cidade, ou do estado quando ela tem menos de
          ${written(STATIONS_TO_COMPARE)}. Barato é estar no quarto mais barato e mais de ${ORDINARY_PERCENT}
          % abaixo da mediana; caro, no quarto mais caro e mais de ${ORDINARY_PERCENT} % acima dela. A até
          ${ORDINARY_PERCENT} % da mediana, para baixo ou para cima, o preço é sempre normal: alguns centavos
          não fazem ninguém barato. Onde quase todos cobram o mesmo, todos são normais.
        </p>
        <p>
          Preços iguais recebem o mesmo lugar. A ordem e os empates usam o valor exato da nota, às vezes com
          três casas; na tela ficam duas, como na bomba. Dois postos que aqui se leem iguais podem por isso
          ter lugares diferentes: um cobra alguns milésimos a menos, e não é empate.
        </p>
        <h2>Mediana</h2>
        <p>
          É o preço do meio: metade dos postos cobra menos, metade cobra mais. Um preço absurdo não a move,
          por isso ela vale mais que a média.
        </p>
        <h2>Onde fica</h2>
        <p>
          Mais de um quarto dos postos não declara onde fica, ou declara um ponto em outro lugar. Para esses
          usamos o meio do bairro ou da cidade, sempre com as palavras “ponto aproximado”, e não oferecemos
          rota até um ponto que não existe.
        </p>
        <h2>Álcool ou gasolina</h2>
        <p>
          Com um litro de álcool um carro flex comum anda cerca de ${percentOf(USUAL_RATIO)} do que anda com
          um de gasolina. Se o álcool custa até ${percentOf(USUAL_RATIO)} da gasolina comum no mesmo posto,
          compensa: todas as páginas fazem a conta com o preço mais provável de cada um.
        </p>`,
    }),
  sobre: (sources: Sources): Content =>
    text(sources, 'sobre/', {
      title: 'Sobre',
      description: 'O que é o gasolina, de onde vêm os dados e como usá-los.',
      body: html` <p>
          O gasolina responde a uma pergunta: quanto custa abastecer, onde, agora, e se é um bom preço em
          Alagoas.
        </p>
        <h2>Fonte</h2>
        <p>${sources.attribution.fonte}.</p>
        <h2>Licença</h2>
        <p>${sources.attribution.licenca}</p>
        <p>Ao citar, use: “${sources.attribution.atribuicao}”.</p>
        <h2>Dados abertos</h2>
        <p>
          Tudo o que está nestas páginas está também numa
          <a href="${sources.links.page('desenvolvedores/')}">interface aberta</a>, em JSON e CSV, sem chave e
          sem cadastro, com os mesmos números.
        </p>
        <h2>O que este serviço não é</h2>
        <p>Não é da SEFAZ/AL, nem de posto ou distribuidora algum. O preço que vale é o da bomba.</p>
        ${
          sources.contato
            ? html`<h2>Contato</h2>
                <p>
                  <a href="${sources.contato}">${sources.contato.replace(/^(?:mailto:|https:\/\/)/, '')}</a>
                </p>`
            : AT_SOURCE
        }`,
    }),
  privacidade: (sources: Sources): Content =>
    text(sources, 'privacidade/', {
      title: 'Privacidade',
      description: 'O que fica guardado de quem usa: nada.',
      body: html` <p>
          Estas páginas não usam cookies, não têm anúncios nem medição de audiência, e não carregam nada de
          terceiros. Por isso não há aviso a aceitar.
        </p>
        <h2>O que o servidor vê</h2>
        <p>
          Como todo servidor, ele recebe o endereço da página pedida e o seu endereço na internet enquanto
          responde. O endereço na internet não é gravado. Quem opera o servidor pode ligar um registro das
          páginas pedidas, sem dizer por quem.
        </p>
        ${
          sources.streets &&
          html`<h2>Ver ruas</h2>
            <p>
              Os mapas são desenhados aqui. Só quando você toca em “Ver ruas” as imagens das ruas vêm de
              ${new URL(sources.streets.tiles).host}, que fica sabendo do seu endereço na internet e de que
              parte do mapa você olha.
            </p>`
        }
        <h2>Quando você sai daqui</h2>
        <p>
          A página Perto de mim guarda o seu lugar só no aparelho, por dez minutos e enquanto a aba estiver
          aberta. Os links de rota abrem o Google Maps, o Waze ou o mapa do seu aparelho, que têm as próprias
          regras. Eles recebem o lugar do posto, não o seu, e não recebem a página de onde você veio.
        </p>`,
    }),
  acessibilidade: (sources: Sources): Content =>
    text(sources, 'acessibilidade/', {
      title: 'Acessibilidade',
      description: 'O que fizemos para que todos possam usar estas páginas, e o que ainda falta.',
      body: html` <p>
          Queremos cumprir os requisitos da ABNT NBR 17225, que seguem as WCAG 2.2 nos níveis A e AA.
        </p>
        <h2>O que vale em toda página</h2>
        <ul>
          <li>
            Funciona sem JavaScript, só com o teclado e com leitor de tela; um atalho salta os menus até os
            postos.
          </li>
          <li>Cabe em telas de 320 pixels, e com a letra em dobro, sem rolar para o lado.</li>
          <li>Barato, normal e caro têm sempre palavra e forma, além da cor.</li>
          <li>
            Cada gráfico diz em palavras o que mostra, e os seus números estão numa tabela, logo abaixo. O
            dedo ou as setas do teclado leem nele dia por dia.
          </li>
          <li>Segue o tema claro ou escuro do aparelho, o alto contraste e o pedido de menos movimento.</li>
        </ul>
        <h2>O que ainda não sabemos</h2>
        <p>
          Conferimos as páginas com ferramentas automáticas e com o teclado. Pessoas com deficiência ainda não
          as avaliaram por nós.
        </p>
        ${
          sources.contato
            ? html`<h2>Achou uma barreira?</h2>
                <p>
                  <a href="${sources.contato}">Conte a quem mantém este serviço</a> qual página era, o que
                  tentou fazer e com que aparelho.
                </p>`
            : AT_SOURCE
        }`,
    }),
} as const

interface Text {
  title: string
  description: string
  body: Html
}

function text({ links }: Sources, path: string, { body, ...rest }: Text): Content {
  return {
    ...rest,
    path: links.page(path),
    main: html`<article class="text">
      <h1>${rest.title}</h1>
      ${body}
    </article>`,
  }
}
