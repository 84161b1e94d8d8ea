import { expect, it } from 'vitest'
import { dataFolder, defaultFolder } from '../../src/app/configured-store.ts'

it.each([
  ['linux', {}, '/home/ana', '/home/ana/.local/share/gasolina'],
  ['linux', { XDG_DATA_HOME: '/dados' }, '/home/ana', '/dados/gasolina'],
  ['linux', { XDG_DATA_HOME: 'aqui' }, '/home/ana', '/home/ana/.local/share/gasolina'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/ana', '/home/ana/.local/share/gasolina'],
  ['darwin', { XDG_DATA_HOME: '/dados' }, '/Users/ana', '/Users/ana/Library/Application Support/gasolina'],
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\Ana\\AppData\\Local' },
    'C:\\Users\\Ana',
    'C:\\Users\\Ana\\AppData\\Local\\gasolina',
  ],
  ['win32', {}, 'C:\\Users\\Ana', 'C:\\Users\\Ana\\AppData\\Local\\gasolina'],
] as const)(
  'on %s with %j data of an installed program goes to the user’s folder',
  (platform, env, home, folder) => expect(dataFolder(env, platform, home)).toBe(folder),
)

it('in a checkout it goes to ./storage', () => {
  expect(defaultFolder({ XDG_DATA_HOME: '/dados' })).toBe('./storage')
})
