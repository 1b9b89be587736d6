import sharp from 'sharp'
import type { Client } from './client.ts'
import { furtherUnits, limits, products } from './product-list.ts'

interface Made {
  id: number
}
/** A colour and a shape for each type: a sack, a bottle, a crate. */
const looks: Readonly<Record<string, readonly [colour: string, shape: string]>> = {
  fertilizer: [
    '#8c6d1f',
    '<path d="M210 150h380l-30 70c40 120 40 260 0 400H240c-40-140-40-280 0-400z"/>',
  ],
  pesticide: ['#1d6fa5', '<path d="M350 110h100v80l70 90v400H280V280l70-90z"/>'],
  seed: ['#4f8a10', '<path d="M230 170h340v460H230zM230 170l40-50h260l40 50"/>'],
  film: ['#6b7280', '<path d="M180 320h440v190H180z"/><circle cx="180" cy="415" r="95"/>'],
  packaging: ['#a16207', '<path d="M170 290l230-110 230 110v230L400 630 170 520z"/>'],
  produce: [
    '#c0392b',
    '<circle cx="310" cy="450" r="140"/><circle cx="490" cy="450" r="140"/><circle cx="400" cy="320" r="140"/>',
  ],
  tool: ['#475569', '<path d="M180 380h300v-90l160 130-160 130v-90H180z"/>'],
  other: ['#7c5a3a', '<path d="M200 250h400v330H200z"/>'],
}
const pictures = new Map<string, Promise<string>>()
/** Address of a picture of a type, drawn and sent once. */
function pictureOf(admin: Client, type: string): Promise<string> {
  const [colour, shape] = looks[type] ?? looks.other!
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="${colour}" opacity=".14"/><g fill="${colour}" stroke="#fff" stroke-width="14" stroke-linejoin="round">${shape}</g></svg>`
  const address =
    pictures.get(type) ??
    sharp(Buffer.from(svg))
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer()
      .then((bytes) => admin.upload(`${type}.jpg`, 'image/jpeg', bytes))
  pictures.set(type, address)
  return address
}
async function idsOf(admin: Client, path: string): Promise<Map<string, number>> {
  const { content } = await admin.call<{ content: { id: number; code: string }[] }>(
    `GET /wfpf/v1/{tenant}/${path}`,
    { size: '0' },
  )
  return new Map(content.map(({ id, code }) => [code, id]))
}

/** What the farm buys, uses and sells, and how much of it should lie where. */
export async function makeProducts(admin: Client): Promise<void> {
  pictures.clear()
  const units = await idsOf(admin, 'unit')
  for (const [
    name,
    code,
    type,
    brand,
    unit,
    specification,
    costPrice,
    retailPrice,
    more,
  ] of products) {
    await admin.call<Made>('POST /wfpf/v1/{tenant}/product', {
      name,
      code,
      type,
      brand,
      unitId: units.get(unit),
      specification,
      costPrice,
      retailPrice,
      vipPrice: Math.round(retailPrice * 94) / 100,
      pictures: [await pictureOf(admin, type)],
      enabledFlag: 1,
      ...more,
      units: Object.entries(furtherUnits[code] ?? {}).map(([unitCode, ratio]) => ({
        unitId: units.get(unitCode),
        ratio,
      })),
    })
  }
  const skus = await idsOf(admin, 'product/sku')
  const warehouses = await idsOf(admin, 'warehouse')
  for (const [warehouse, code, minimum, maximum] of limits) {
    await admin.call('POST /wfpf/v1/{tenant}/stock-limit', {
      warehouseId: warehouses.get(warehouse),
      skuId: skus.get(code),
      minimum,
      maximum,
    })
  }
}
