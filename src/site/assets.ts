import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Outlines } from './maps/state-map.ts'

/** A file that pages load. Its address holds a digest of its bytes, so that it may be kept for ever. */
export interface Asset {
  /** What follows `/gasolina/estatico/`: `style-3fa9c1d20b.css`. */
  name: string
  tipo: string
  bytes: Uint8Array
}

const TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'client.js': 'text/javascript; charset=utf-8',
  'streets.js': 'text/javascript; charset=utf-8',
  'streets.css': 'text/css; charset=utf-8',
  'sw.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'icon.png': 'image/png',
  'picture.png': 'image/png',
} as const

export type AssetFile = keyof typeof TYPES
export type Assets = Readonly<Record<AssetFile, Asset>>

/** What `bin/assets.js` makes. Every module of the program lies two folders under the package's own, built, bundled or not. */
const FOLDER = new URL('../../dist/assets/', import.meta.url)

export function readAssets(): Assets {
  return {
    'style.css': read('style.css'),
    'client.js': read('client.js'),
    'streets.js': read('streets.js'),
    'streets.css': read('streets.css'),
    'sw.js': read('sw.js'),
    'icon.svg': read('icon.svg'),
    'icon.png': read('icon.png'),
    'picture.png': read('picture.png'),
  }
}

export function readOutlines(): Outlines {
  return JSON.parse(readFileSync(new URL('outlines.json', FOLDER), 'utf8')) as Outlines
}

/** The file behind a name; one with the digest of another version of the program still finds this version's. */
export function findAsset(assets: Assets, name: string): Asset | undefined {
  return Object.values(assets).find((asset) => withoutDigest(asset.name) === withoutDigest(name))
}

function withoutDigest(name: string): string {
  return name.replace(/-[0-9a-f]{10}\./, '.')
}

function read(file: AssetFile): Asset {
  const bytes = readFileSync(new URL(file, FOLDER))
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return { name: file.replace('.', `-${digest}.`), tipo: TYPES[file], bytes }
}
