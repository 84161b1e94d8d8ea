// The peer: the same rows in SQLite, ordered by each request and serialised by fastify, as such services are usually
// built. Takes a whole list as gasolina answers it; prints its port.
//   node bench/peers/fastify-sqlite.js list.json
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fastify from 'fastify'

const { conteudo, ...rest } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const db = new Database(':memory:')
db.exec(`
  CREATE TABLE postos (
    cnpj TEXT PRIMARY KEY, razaoSocial TEXT, nomeFantasia TEXT, telefone TEXT, nomeLogradouro TEXT, numeroImovel TEXT,
    bairro TEXT, cep TEXT, codigoIBGE INTEGER, municipio TEXT, latitude REAL, longitude REAL,
    precisao TEXT, latitudeAproximada REAL, longitudeAproximada REAL
  );
  CREATE TABLE precos (
    cnpj TEXT REFERENCES postos, codigo TEXT, descricao TEXT, unidadeMedida TEXT, dataVenda TEXT,
    valorDeclarado REAL, valorVenda REAL, vendas INTEGER, desde TEXT
  );
  CREATE INDEX porPreco ON precos (valorDeclarado, dataVenda DESC, cnpj);
`)
const addPosto = db.prepare(`INSERT INTO postos VALUES (${Array(15).fill('?').join()})`)
const addPreco = db.prepare(`INSERT INTO precos VALUES (${Array(9).fill('?').join()})`)
db.transaction(() => {
  for (const { produto: p, estabelecimento: e, confirmacao: c } of conteudo) {
    const a = e.endereco
    const place = a.localizacao
    const who = [e.cnpj, e.razaoSocial, e.nomeFantasia, e.telefone, a.nomeLogradouro, a.numeroImovel]
    const where = [a.bairro, a.cep, a.codigoIBGE, a.municipio, a.latitude, a.longitude]
    addPosto.run(...who, ...where, place?.precisao ?? null, place?.latitude ?? null, place?.longitude ?? null)
    const v = p.venda
    addPreco.run(
      e.cnpj,
      p.codigo,
      p.descricao,
      p.unidadeMedida,
      v.dataVenda,
      v.valorDeclarado,
      v.valorVenda,
      c.vendas,
      c.desde,
    )
  }
})()

const byPrice = db.prepare(
  'SELECT * FROM precos JOIN postos USING (cnpj) ORDER BY valorDeclarado, dataVenda DESC, cnpj',
)

const app = fastify()
app.get('/gasolina/api/precos', (_, reply) => {
  reply.header('access-control-allow-origin', '*')
  return { ...rest, conteudo: byPrice.all().map(toEntry) }
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(app.server.address().port)

function toEntry(row) {
  return {
    produto: {
      codigo: row.codigo,
      descricao: row.descricao,
      unidadeMedida: row.unidadeMedida,
      venda: { dataVenda: row.dataVenda, valorDeclarado: row.valorDeclarado, valorVenda: row.valorVenda },
    },
    estabelecimento: {
      cnpj: row.cnpj,
      razaoSocial: row.razaoSocial,
      nomeFantasia: row.nomeFantasia,
      telefone: row.telefone,
      endereco: {
        nomeLogradouro: row.nomeLogradouro,
        numeroImovel: row.numeroImovel,
        bairro: row.bairro,
        cep: row.cep,
        codigoIBGE: row.codigoIBGE,
        municipio: row.municipio,
        latitude: row.latitude,
        longitude: row.longitude,
        localizacao: row.precisao && {
          precisao: row.precisao,
          latitude: row.latitudeAproximada,
          longitude: row.longitudeAproximada,
        },
      },
    },
    confirmacao: { vendas: row.vendas, desde: row.desde },
  }
}
