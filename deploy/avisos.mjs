#!/usr/bin/env node
// Um tópico público de ntfy por município e combustível: avisa quando o menor preço provável de um município cai.
// Recebe na entrada padrão uma mudança de cada vez: gasolina vigiar --retomar CURSOR -- node avisos.mjs
// AVISOS_API: o servidor que se pergunta, como em http://127.0.0.1:3000. AVISOS_ESTADO: onde fica o último menor preço de cada tópico.
// NTFY_URL e NTFY_TOKEN: o servidor de ntfy, e quem pode publicar nele.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const {
  AVISOS_API = 'http://127.0.0.1:3000',
  AVISOS_ESTADO = 'avisos.json',
  NTFY_URL,
  NTFY_TOKEN,
} = process.env
process.on('uncaughtException', ({ message }) => {
  console.error(message)
  process.exit(1)
})
if (!NTFY_URL) throw new Error('Falta NTFY_URL, o endereço do servidor de ntfy.')
const { combustivel, codigoIBGE, municipio } = JSON.parse(readFileSync(0, 'utf8'))

const pergunta = new URLSearchParams({ combustivel, municipio: codigoIBGE, ordenar: 'provavel', limite: '1' })
const precos = await pedir(`${AVISOS_API}/gasolina/api/precos?${pergunta}`)
const [primeiro] = precos.conteudo
const agora = primeiro?.precoProvavel ?? null

const topico = `gasolina-${nomeSimples(municipio)}-${combustivel}`
const estado = lido()
const antes = estado[topico] ?? null
if (agora !== antes) {
  // Publicado antes de anotado: morto no meio, o programa repete um aviso em vez de perdê-lo.
  if (agora !== null && antes !== null && agora < antes) await publicar()
  writeFileSync(`${AVISOS_ESTADO}.novo`, JSON.stringify({ ...estado, [topico]: agora }))
  renameSync(`${AVISOS_ESTADO}.novo`, AVISOS_ESTADO)
}

async function publicar() {
  const { estabelecimento, produto, confirmacao } = primeiro
  const { nomeFantasia, endereco } = estabelecimento
  const onde = [nomeFantasia, endereco.nomeLogradouro, endereco.bairro].filter(Boolean).join(', ')
  const [dia, hora] = produto.venda.dataVenda.split('T')
  const vendas = confirmacao.vendas === 1 ? '1 venda' : `${confirmacao.vendas} vendas`
  const frases = [
    `${onde}. O menor era ${reais(antes)}.`,
    `Última venda em ${dia.split('-').toReversed().join('/')} às ${hora.slice(0, 5)}, ${vendas} perto desse preço.`,
    precos.aviso,
    precos.atribuicao,
  ]
  await pedir(NTFY_URL, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(NTFY_TOKEN && { authorization: `Bearer ${NTFY_TOKEN}` }),
    },
    body: JSON.stringify({
      topic: topico,
      title: `${precos.demonstracao ? 'Demonstração: ' : ''}${precos.nomePopular} em ${precos.lugar.nome}: ${reais(agora)}`,
      message: frases.filter(Boolean).join(' '),
      tags: ['fuelpump'],
    }),
  })
}

/** Uma falha termina o programa com 1, e a vigia o roda de novo. */
async function pedir(endereco, opcoes = {}) {
  const resposta = await fetch(endereco, {
    ...opcoes,
    redirect: 'error',
    signal: AbortSignal.timeout(20_000),
  })
  if (!resposta.ok) throw new Error(`${new URL(endereco).host} respondeu ${resposta.status}`)
  return resposta.json()
}

function lido() {
  try {
    return JSON.parse(readFileSync(AVISOS_ESTADO, 'utf8'))
  } catch (erro) {
    if (erro.code !== 'ENOENT') throw erro
    return {}
  }
}

/** `olho-d-agua-das-flores`: um tópico tem letras, números e hífens. */
function nomeSimples(nome) {
  return nome
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}

function reais(valor) {
  return `R$ ${valor.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 3 })}`
}
