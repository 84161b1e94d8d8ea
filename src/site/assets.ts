import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { slugs } from '../domain/facts/fuels.ts'
import type { Outlines } from './maps/drawing.ts'

/** A file loaded by pages. The digest in its name lets it be cached for ever. */
export interface Asset {
  /** `style-3fa9c1d20b.css`, below `/gasolina/estatico/`. */
  name: string
  tipo: string
  bytes: Uint8Array
}

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const

const FILES = [
  'style.css',
  'client.js',
  'near.js',
  'streets.js',
  'streets.css',
  'sw.js',
  'icon.svg',
  'icon.png',
  'picture.png',
  ...slugs.map((slug) => `picture-${slug}.png` as const),
] as const

export type AssetFile = (typeof FILES)[number]
export type Assets = Readonly<Record<AssetFile, Asset>>

/** Written by `bin/assets.js`. Every module lies two folders below the package's root, bundled or not. */
const FOLDER = new URL('../../dist/assets/', import.meta.url)

export function readAssets(): Assets {
  return Object.fromEntries(FILES.map((file) => [file, read(file)])) as Assets
}

export function readOutlines(): Outlines {
  return JSON.parse(readFileSync(new URL('outlines.json', FOLDER), 'utf8')) as Outlines
}

/** The file of a name; the digest of another version finds this version's file. */
export function findAsset(assets: Assets, name: string): Asset | undefined {
  return Object.values(assets).find((asset) => withoutDigest(asset.name) === withoutDigest(name))
}

function withoutDigest(name: string): string {
  return name.replace(/-[0-9a-f]{10}\./, '.')
}

function read(file: AssetFile): Asset {
  const bytes = readFileSync(new URL(file, FOLDER))
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const [, ending] = file.split('.') as [string, keyof typeof TYPES]
  return { name: file.replace('.', `-${digest}.`), tipo: TYPES[ending], bytes }
}
