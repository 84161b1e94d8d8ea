/** One question as each face is asked it. `{cnpj}` is a station that sells several fuels, `{outro}` another one, `{cep}` the code of its street, `{suspeito}` one with an absurd price. */
export interface Question {
  http: string
  mcp: [tool: string, args: Record<string, unknown>]
  cli: string
}

/** Asked by people; each found nothing to ask it with once. `has`: a member of the answer that tells it. */
export const asPeopleAsk: (Question & { pergunta: string; has: string })[] = [
  {
    pergunta: 'Quem mudou de preço hoje em Maceió?',
    http: 'historico?municipio=maceio&granularidade=mudancas&registrosPorPagina=20',
    mcp: ['historico', { municipio: 'Maceió', granularidade: 'mudancas' }],
    cli: 'historico --municipio maceio --granularidade mudancas --registrosPorPagina 20',
    has: 'mudancas[0].para',
  },
  {
    pergunta: 'Que postos mudaram o preço da gasolina no estado desde 10 de abril (a segunda página)?',
    http: 'historico?combustivel=gasolina-comum&granularidade=mudancas&desde=2026-04-10&pagina=2&registrosPorPagina=20',
    mcp: [
      'historico',
      { combustivel: 'gasolina', granularidade: 'mudancas', desde: '2026-04-10', pagina: 2 },
    ],
    cli: 'historico --combustivel gasolina --granularidade mudancas --desde 2026-04-10 --pagina 2 --registrosPorPagina 20',
    has: 'mudancas[19].em',
  },
  {
    pergunta: 'Quem mudou de preço no Centro de Arapiraca, de 1 a 10 de abril?',
    http: 'historico?bairro=centro,arapiraca&granularidade=mudancas&desde=2026-04-01&ate=2026-04-10&registrosPorPagina=20',
    mcp: [
      'historico',
      { bairro: 'centro, arapiraca', granularidade: 'mudancas', desde: '2026-04-01', ate: '2026-04-10' },
    ],
    cli: 'historico --bairro centro,arapiraca --granularidade mudancas --desde 2026-04-01 --ate 2026-04-10 --registrosPorPagina 20',
    has: 'subiram',
  },
  {
    pergunta: 'Quanto a mediana de Arapiraca mudou desde 1º de abril?',
    http: 'estatisticas?municipio=arapiraca&desde=2026-04-01',
    mcp: ['estatisticas', { municipio: 'Arapiraca', desde: '2026-04-01' }],
    cli: 'estatisticas --municipio arapiraca --desde 2026-04-01',
    has: 'combustiveis.gasolina-comum.variacao.desde.valor',
  },
  {
    pergunta: 'Onde o etanol mais subiu desde 9 de abril: em Maceió, Arapiraca ou Penedo?',
    http: 'estatisticas?municipios=maceio,arapiraca,penedo&desde=2026-04-09&combustivel=alcool',
    mcp: [
      'estatisticas',
      { municipios: 'maceio,arapiraca,penedo', desde: '2026-04-09', combustivel: 'etanol' },
    ],
    cli: 'estatisticas --municipios maceio,arapiraca,penedo --desde 2026-04-09 --combustivel etanol',
    has: 'grupos[0].variacao.desde.percentual',
  },
  {
    pergunta: 'Só o diesel comum: quanto custa no estado?',
    http: 'estatisticas?combustivel=diesel-comum',
    mcp: ['estatisticas', { combustivel: 's500' }],
    cli: 'estatisticas --combustivel s500',
    has: 'combustiveis.diesel-comum.precoMediano',
  },
  {
    pergunta: 'A gasolina deste posto está barata?',
    http: 'posto/{cnpj}?combustivel=gasolina-comum',
    mcp: ['posto', { cnpj: '{cnpj}', combustivel: 'gasolina' }],
    cli: 'posto {cnpj} --combustivel gasolina',
    has: 'combustiveis.gasolina-comum.posicao',
  },
  {
    pergunta: 'Quanto a aditivada custa a mais que a comum, nos postos que vendem as duas?',
    http: 'estatisticas?combustivel=gasolina-aditivada&municipio=maceio',
    mcp: ['estatisticas', { combustivel: 'aditivada', municipio: 'Maceió' }],
    cli: 'estatisticas --combustivel aditivada --municipio maceio',
    has: 'diferencas[0].mediana',
  },
  {
    pergunta: 'Em que postos o etanol compensa no meu carro, que rende 80 %?',
    http: 'estatisticas?razao=0.8&combustivel=alcool',
    mcp: ['estatisticas', { razao: 0.8, combustivel: 'etanol' }],
    cli: 'estatisticas --razao 0,8 --combustivel etanol',
    has: 'paridade.postosQueCompensam[0].nomeFantasia',
  },
  {
    pergunta: 'Entre Penedo, Pilar, Maceió e Arapiraca, onde a gasolina é mais cara?',
    http: 'estatisticas?municipios=penedo,pilar,maceio,arapiraca&ordem=desc',
    mcp: ['estatisticas', { municipios: 'Penedo, Pilar, Maceió, Arapiraca', ordem: 'desc' }],
    cli: 'estatisticas --municipios penedo,pilar,maceio,arapiraca --ordem desc',
    has: 'grupos[0].precoMediano',
  },
  {
    pergunta: 'Destes dois postos, qual cobra menos?',
    http: 'precos?cnpj={cnpj},{outro}&limite=10',
    mcp: ['precos', { cnpj: '{cnpj},{outro}' }],
    cli: 'precos --cnpj {cnpj},{outro} --limite 10',
    has: 'conteudo[1].estabelecimento',
  },
  {
    pergunta: 'Em Maceió, quem vende por menos de R$ 6,40?',
    http: 'precos?municipio=maceio&abaixo=6.4&limite=10',
    mcp: ['precos', { municipio: 'maceio', abaixo: 6.4 }],
    cli: 'precos --municipio maceio --abaixo 6,40 --limite 10',
    has: 'conteudo[0].estabelecimento',
  },
  {
    pergunta: 'Que preços de GNV são suspeitos?',
    http: 'precos?combustivel=gnv&suspeitos=so&limite=10',
    mcp: ['precos', { combustivel: 'gnv', suspeitos: 'so' }],
    cli: 'precos --combustivel gnv --suspeitos so --limite 10',
    has: 'conteudo[0].suspeito',
  },
  {
    pergunta: 'O mais barato perto deste CEP?',
    http: 'precos?perto={cep}&raio=6&limite=10',
    mcp: ['precos', { perto: '{cep}', raio: 6 }],
    cli: 'precos --perto {cep} --raio 6 --limite 10',
    has: 'centro.nome',
  },
  {
    pergunta: 'GNV perto da UFAL?',
    http: 'precos?perto=ufal&combustivel=gnv&limite=10',
    mcp: ['precos', { perto: 'ufal', combustivel: 'gnv' }],
    cli: 'precos --perto ufal --combustivel gnv --limite 10',
    has: 'conteudo[0].distanciaKm',
  },
  {
    pergunta: 'De Maceió a Arapiraca, onde abastecer 30 litros?',
    http: 'precos?rota=maceio;arapiraca&ordenar=custo&litros=30&limite=10',
    mcp: ['precos', { rota: 'Maceió;Arapiraca', ordenar: 'custo', litros: 30 }],
    cli: 'precos --rota maceio;arapiraca --ordenar custo --litros 30 --limite 10',
    has: 'economia.maisPerto.nomeFantasia',
  },
  {
    pergunta: 'Etanol em volta de Arapiraca, cidade por cidade?',
    http: 'estatisticas?perto=arapiraca&raio=25&combustivel=alcool',
    mcp: ['estatisticas', { perto: 'Arapiraca', raio: 25, combustivel: 'etanol' }],
    cli: 'estatisticas --perto arapiraca --raio 25 --combustivel etanol',
    has: 'grupos[0].distanciaKm',
  },
  {
    pergunta: 'Em Palmeira dos Índios a gasolina baixa no fim de semana?',
    http: 'estatisticas?municipio=palmeira%20dos%20indios&combustivel=gasolina-comum',
    mcp: ['estatisticas', { municipio: 'Palmeira dos Índios', combustivel: 'gasolina' }],
    cli: 'estatisticas --municipio palmeira-dos-indios --combustivel gasolina',
    has: 'combustiveis.gasolina-comum.fimDeSemana.vezes',
  },
  {
    pergunta: 'Quais bairros de Arapiraca são os mais caros, e quanto mudaram em uma semana?',
    http: 'estatisticas?por=bairro&municipio=arapiraca&ordem=desc&desde=2026-04-09',
    mcp: ['estatisticas', { por: 'bairro', municipio: 'arapiraca', ordem: 'desc', desde: '2026-04-09' }],
    cli: 'estatisticas --por bairro --municipio arapiraca --ordem desc --desde 2026-04-09',
    has: 'grupos[0].variacao.desde',
  },
  {
    pergunta: 'Em Penedo, quem cobra mais, entre as vendas dos últimos dois dias?',
    http: 'precos?municipio=penedo&ordem=desc&horas=48&limite=10',
    mcp: ['precos', { municipio: 'penedo', ordem: 'desc', horas: 48 }],
    cli: 'precos --municipio penedo --ordem desc --horas 48 --limite 10',
    has: 'conteudo[0].confirmacao.nestePreco',
  },
]
