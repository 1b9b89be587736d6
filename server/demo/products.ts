import sharp from 'sharp'
import type { Client } from './client.ts'
import { drawingOf } from './drawings.ts'
import { furtherUnits, limits, products, type Product } from './product-list.ts'

interface Made {
  id: number
}
const pictures = new Map<string, Promise<string>>()
/** Address of a good's picture, drawn and sent once for all that look alike. */
function pictureOf(admin: Client, product: Product): Promise<string> {
  const { name, svg } = drawingOf(product)
  const address =
    pictures.get(svg) ??
    sharp(Buffer.from(svg))
      .jpeg({ quality: 86 })
      .toBuffer()
      .then((bytes) => admin.upload(`${name}.jpg`, 'image/jpeg', bytes))
  pictures.set(svg, address)
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
  for (const product of products) {
    const [name, code, type, brand, unit, specification, costPrice, retailPrice, more] = product
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
      pictures: [await pictureOf(admin, product)],
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
