import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { GasolinaError } from '../../src/errors.ts'
import { showStorage } from '../../src/storage-address.ts'

const AWS = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'segredo' }

function storageOf(text: string, env: Record<string, string> = {}) {
  return readConfig({ GASOLINA_STORAGE: text, ...env }).storage
}

describe('GASOLINA_STORAGE', () => {
  it.each([
    ['./storage', './storage'],
    ['/srv/dados', '/srv/dados'],
    ['C:\\dados', 'C:\\dados'],
    ['C://meus dados', 'C://meus dados'],
    ['s3', 's3'],
  ])('%s is a folder', (text, folder) => {
    expect(storageOf(text)).toEqual({ kind: 'folder', folder })
  })

  it('takes a PostgreSQL address, its password from there or from PGPASSWORD', () => {
    const text = 'postgresql://ana:a%40b%2Fc@banco.example:6432/precos?sslmode=verify-full&schema=loja'
    expect(storageOf(text, { PGPASSWORD: 'outra' })).toEqual({
      kind: 'postgres',
      host: 'banco.example',
      port: 6432,
      database: 'precos',
      user: 'ana',
      password: 'a@b/c',
      tls: 'verified',
      schema: 'loja',
    })
    expect(storageOf('postgres://ana@[::1]/precos', { PGPASSWORD: 'outra' })).toMatchObject({
      host: '::1',
      port: 5432,
      password: 'outra',
      tls: 'no',
    })
    expect(storageOf('postgres://ana@localhost/precos?host=/run/postgresql')).toMatchObject({
      host: '/run/postgresql',
      password: undefined,
    })
  })

  it.each([
    ['postgres://ana@/precos?host=/run/postgresql&port=6432', 6432],
    ['postgresql://ana:a%40b@/precos?host=%2Frun%2Fpostgresql', 5432],
    ['postgres://ana@:6432/precos?host=/run/postgresql', 6432],
  ])('takes the form of libpq for a socket: %s', (text, port) => {
    expect(storageOf(text)).toMatchObject({ host: '/run/postgresql', port, user: 'ana', database: 'precos' })
  })

  it('takes an S3 address, the rest from the variables of Amazon', () => {
    expect(storageOf('s3://meu.bucket/alagoas/loja/', AWS)).toEqual({
      kind: 's3',
      bucket: 'meu.bucket',
      prefix: 'alagoas/loja',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: { accessKeyId: 'AKID', secretAccessKey: 'segredo' },
    })
    const others = {
      AWS_SESSION_TOKEN: 'sessao',
      AWS_REGION: 'sa-east-1',
      AWS_DEFAULT_REGION: 'us-west-2',
      AWS_ENDPOINT_URL: 'https://s3.example/',
    }
    expect(storageOf('s3://bucket', { ...AWS, ...others })).toMatchObject({
      prefix: '',
      endpoint: 'https://s3.example',
      region: 'sa-east-1',
      credentials: { sessionToken: 'sessao' },
    })
    expect(
      storageOf('s3://bucket', { ...AWS, ...others, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }),
    ).toMatchObject({ endpoint: 'http://127.0.0.1:9000' })
  })

  it.each([
    [
      'mysql://eu:segredo@maquina/banco',
      /começa com 'mysql:\/\/', que não se conhece: use o caminho de uma pasta, /,
    ],
    ['file:///srv/dados', /começa com 'file:\/\/'/],
    ['"postgres://eu:segredo@maquina/banco"', /tem aspas, espaços ou sinais/],
    [' postgres://eu:segredo@maquina/banco', /tem aspas, espaços ou sinais/],
    ['jdbc:postgresql://maquina/banco?password=segredo', /tem aspas, espaços ou sinais/],
    ['postgres//eu:segredo@maquina/banco', /tem aspas, espaços ou sinais/],
    ['./storage ', /tem aspas, espaços ou sinais/],
    ['postgres:banco', /não é um endereço completo de PostgreSQL/],
    ['postgres://maquina/banco', /não é um endereço completo/],
    ['postgres://eu:segredo@maquina', /não é um endereço completo/],
    ['postgres://eu:segredo@/banco', /por um soquete, postgres:\/\/usuario@\/banco\?host=/],
    ['postgres://eu:segredo@/banco?host=/sock&port=0', /não é um endereço completo/],
    ['postgres://eu:segredo@/banco?host=/sock&port=99999', /não é um endereço completo/],
    ['~/dados', /começa com '~', que só o terminal troca/],
    ['~ana/dados', /começa com '~', que só o terminal troca/],
    ['postgres://eu:segredo#1@maquina/banco', /escrito como %XX/],
    ['postgres://eu:segredo%zz@maquina/banco', /escrito como %XX/],
    [
      'postgres://eu:segredo@maquina/banco?sslmode=prefer',
      /sslmode='prefer': use disable, require, verify-full/,
    ],
    ['postgres://eu:segredo@maquina/banco?senha=x', /parâmetro 'senha', que não se conhece/],
    ['postgres://eu:segredo@maquina/banco?schema=a;b', /schema que não vale/],
    ['s3:bucket', /não é um endereço completo de S3/],
    ['s3://b', /não é um endereço completo de S3/],
    ['s3://bucket/preços', /não é um endereço completo de S3/],
    ['s3://bucket/a/../b', /não é um endereço completo de S3/],
    ['s3://bucket?segredo=1', /não é um endereço completo de S3/],
  ])('%s is refused, and no secret is repeated', (text, sentence) => {
    const refused = () => storageOf(text, AWS)
    expect(refused).toThrow(GasolinaError)
    expect(refused).toThrow(sentence)
    expect(refused).toThrow(/^GASOLINA_STORAGE /)
    expect(refused).not.toThrow(/segredo/)
  })

  it('names the variable that S3 lacks', () => {
    expect(() => storageOf('s3://bucket')).toThrow('falta AWS_ACCESS_KEY_ID')
    expect(() => storageOf('s3://bucket', { AWS_ACCESS_KEY_ID: 'AKID' })).toThrow(
      'falta AWS_SECRET_ACCESS_KEY',
    )
  })

  it.each(['postgres://ana:segredo@banco.example/precos', 's3://bucket/loja', './storage'])(
    '%s is shown without its secrets',
    (text) => {
      const shown = showStorage(storageOf(text, AWS))
      expect(shown).not.toMatch(/segredo|ana|AKID/)
      expect(shown).toBe(text.replace('ana:segredo@banco.example', 'banco.example:5432'))
    },
  )
})
