import { expect, it } from 'vitest'
import { memory } from '../memory.ts'
import { createStore } from '../../src/store/store.ts'
import { sampleCnpj, sampleVenda } from './samples.ts'

const NOW = '2026-04-16T12:00:00-03:00'
const april = sampleVenda(1, 60)
const march = sampleVenda(1, 60, { dataVenda: '2026-03-30T10:00:00-03:00' })
const future = sampleVenda(1, 60, { dataVenda: '2036-04-10T10:00:00-03:00' })

async function world() {
  const driver = memory()
  const store = createStore(driver, 'sefaz')
  const logged = () => store.sales.ofStation(sampleCnpj(1), '2026-03-01', '2026-04-30')
  const months = async () => (await driver.getKeys('sefaz:vendas')).map((key) => key.split(':')[2]).toSorted()
  return { store, logged, months }
}

it('sales logged under a month to come are found in the months they were made in', async () => {
  const { store, logged, months } = await world()
  await store.sales.append('2036-04', [march, april])
  expect(await logged()).toEqual([])
  await store.sales.moveFromFuture(NOW)
  expect(await logged()).toEqual([march, april])
  expect(await months()).toEqual(['2026-03', '2026-04'])
})

it('a sale in both places, after a death in between, counts once', async () => {
  const { store, logged } = await world()
  await store.sales.append('2026-04', [april])
  await store.sales.append('2036-04', [april])
  await store.sales.moveFromFuture(NOW)
  expect(await logged()).toEqual([april])
})

it('keeps sales dated in the future, and does not touch past months', async () => {
  const { store, logged, months } = await world()
  await store.sales.append('2036-04', [april, future])
  await store.sales.append('2026-04', [march])
  for (let time = 0; time < 2; time++) await store.sales.moveFromFuture(NOW)
  expect(await logged()).toEqual([march, april])
  expect(await store.sales.ofStation(sampleCnpj(1), '2036-04-01', '2036-04-30')).toContainEqual(future)
  expect(await months()).toEqual(['2026-04', '2026-04', '2036-04'])
})
