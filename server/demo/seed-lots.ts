import { callOf } from '#contract/entity-calls.ts'
import { stockLot } from '#contract/inventory/lot.ts'
import { product } from '#contract/inventory/product.ts'
import { seed } from '#contract/planting/seed.ts'
import { daysAgo } from './clerk.ts'
import type { Client } from './client.ts'

/** What a seed is bought as, how its lots came up when they were tested, and so many days ago that was. */
const tested = [
  ['粤科达 301 番茄种子', 'S-T301', 92, 45],
  ['油绿 701 菜心种子', 'S-C701', 90, 120],
  ['美香占 2 号原种', 'S-MXZ', 86, 400],
] as const

/** Ties seeds to what lies in stock, so that plans reckon with the lot that will be sown. */
export async function makeSeedLots(admin: Client): Promise<void> {
  const { content: seeds } = await admin.call(callOf(seed, 'list'), { size: 0 })
  const { content: products } = await admin.call(callOf(product, 'list'), { size: 0 })
  const { content: lots } = await admin.call(callOf(stockLot, 'list'), { size: 0 })
  for (const [name, code, germination, days] of tested) {
    const bought = products.find((one) => one.code === code)
    const sown = seeds.find(({ seedName }) => seedName === name)
    if (!bought || !sown) throw new Error(`demo: no seed is called ${name}`)
    const whole = await admin.call(callOf(seed, 'show'), { id: sown.id })
    await admin.call(callOf(seed, 'edit'), { ...writable(whole), productId: bought.id })
    for (const { id, skuCode, expiresOn, objectVersionNumber } of lots)
      if (skuCode === code)
        await admin.call(callOf(stockLot, 'edit'), {
          id,
          objectVersionNumber,
          expiresOn: expiresOn ?? null,
          germination,
          testedOn: daysAgo(days),
          sampleSize: 400,
        })
  }
}
/** A record as its form sends it back. */
const writable = <R extends { id: number; objectVersionNumber: number }>(row: R): R =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => name === 'id' || name === 'objectVersionNumber' || name in seed.fields,
    ),
  ) as R
