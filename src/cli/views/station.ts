import { awayFromMedian, bandWord, isBelowUsual, paritySentence } from '../../format/words/comparisons.ts'
import { instante } from '../../domain/basics/time.ts'
import { ESTADO } from '../../domain/alagoas/state.ts'
import type { Entrada } from '../../domain/answers/precos.ts'
import { slugs } from '../../domain/facts/fuels.ts'
import type { OutroProduto } from '../../domain/answers/shared-schemas.ts'
import type { Posicao, RespostaPosto } from '../../domain/answers/posto.ts'
import { NA_JANELA } from '../../domain/facts/rules.ts'
import { type Sheet, sheetOf } from '../../format/files/sheet.ts'
import { OWN_COLUMNS } from '../../format/files/station-sheets.ts'
import { contraryWords } from '../../format/words/invoice-words.ts'
import type { Column } from '../../format/terminal/table.ts'
import { type View, left, right, tableOf } from '../../format/terminal/view.ts'
import { townOf } from '../../format/words/names.ts'
import { age, decimal, money, moneyChange, punctuatedCnpj, together } from '../../format/words/formatting.ts'
import { seriesLine } from '../../format/words/price-line.ts'
import { weekends } from './statistics.ts'
import { doubtIn } from './wording.ts'

type Price = Omit<Entrada, 'estabelecimento'>
type Row = Price & { nome: string; posicao: Posicao; linha: string }

export function stationView(resposta: RespostaPosto, now: number): View {
  const { estabelecimento, paridade } = resposta
  const rows = rowsOf(resposta)
  return {
    title: estabelecimento.nomeFantasia,
    lead: describe(estabelecimento),
    body: [[rows.length > 0 ? tableOf(rows, columns(now)) : `Sem venda ${NA_JANELA}.`]],
    notes: [
      rows.length > 0 &&
        `Vendas seguidas a este preço: ${rows.map((row) => `${row.nome.trim()} ${row.confirmacao.nestePreco}`).join(', ')}.`,
      rows.some(({ suspeito }) => suspeito) && '? preço suspeito, fora das comparações',
      ...rows.map((row) => doubtIn(row) !== undefined && `! ${row.nome.trim()}: ${doubtIn(row)}`),
      ...weekends(resposta),
      paridade && paritySentence(paridade, (ratio) => `${decimal(ratio * 100, 0, 1)} %`),
      ...(resposta.historico.observacoes ?? []),
    ],
  }
}

export function currentPricesSheet({ estabelecimento, combustiveis }: RespostaPosto): Sheet {
  const records = slugs.flatMap((slug) => {
    const fuel = combustiveis[slug]
    const prices = fuel ? [fuel, ...(fuel.outros ?? []).map(otherRow)] : []
    return prices.map((price) => ({ slug, entrada: { ...price, estabelecimento } }))
  })
  return sheetOf(`posto-${estabelecimento.cnpj}`, records, OWN_COLUMNS)
}

function describe(estabelecimento: RespostaPosto['estabelecimento']) {
  const { cnpj, razaoSocial, nomeFantasia, telefone, endereco, bandeiraNome } = estabelecimento
  const { nomeLogradouro, numeroImovel, bairro, cep } = endereco
  const names = [
    razaoSocial !== nomeFantasia && razaoSocial,
    `CNPJ ${punctuatedCnpj(cnpj)}`,
    telefone !== null && `telefone ${telefone}`,
    bandeiraNome && `bandeira: ${bandeiraNome}`,
  ]
  const postcode = cep && `CEP ${cep.replace(/^(\d{5})(\d{3})$/, '$1-$2')}`
  const place = [nomeLogradouro, numeroImovel, bairro, townOf(endereco), postcode]
  return [together(' · ', names), together(', ', place)]
}

function rowsOf({ combustiveis: answered, historico }: RespostaPosto): Row[] {
  return slugs.flatMap((slug) => {
    const fuel = answered[slug]
    if (!fuel) return []
    const { nomePopular, produto, outros = [] } = fuel
    const words = contraryWords(slug, produto)
    const nome = words === undefined ? nomePopular : `${nomePopular} (na nota: ${words})`
    const past = historico.combustiveis[slug]
    const linha = past ? seriesLine(past.serie, historico.periodo, 16) : ''
    const row: Row = { ...fuel, nome, linha }
    return [row, outros.map(otherRow)].flat()
  })
}

function otherRow(other: OutroProduto): Row {
  return { ...other, produto: other, nome: `  ${other.descricao}`, posicao: null, linha: '' }
}

function columns(now: number): Column<Row>[] {
  const distance = (row: Row) => {
    const away = row.posicao ? awayFromMedian(row, row.posicao) : undefined
    return away === undefined ? '' : moneyChange(away)
  }
  const band = (row: Row) => (row.posicao && bandWord(row.posicao, row, instante(now))) ?? ''
  return [
    left('', (row) => (row.suspeito ? '?' : doubtIn(row) === undefined ? '' : '!'), {
      tone: () => 'doubtful',
    }),
    left('COMBUSTÍVEL', ({ nome }) => nome, { min: 12 }),
    right('PREÇO', ({ produto }) => money(produto.venda.valorDeclarado)),
    right('VENDA', ({ produto }) => age(produto.venda.dataVenda, now), { tone: () => 'faint' }),
    left('POSIÇÃO', ({ posicao: p, ...row }) =>
      p
        ? `${decimal(p.colocacaoProvavel)}º${p.empatados > 0 && !isBelowUsual(row) ? ` (com mais ${decimal(p.empatados)})` : ''} de ${decimal(p.de)}${p.ambito === 'estado' ? ` em ${ESTADO.sigla}` : ''}`
        : '',
    ),
    left('FAIXA', band, {
      tone: (row) => (band(row) === 'barato' ? 'cheap' : band(row) === 'caro' ? 'dear' : undefined),
    }),
    left('30 DIAS', ({ linha }) => linha, { optional: true }),
    right('DA MEDIANA', distance, { optional: true }),
  ]
}
