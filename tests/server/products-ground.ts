import { sql } from 'kysely'
import { expect } from 'vitest'
import { product } from '#contract/inventory/product.ts'
import { callOf } from '#contract/entity-calls.ts'
import errors from '#locales/zh-CN/errors.json' with { type: 'json' }
import { rows } from '#server/db/database.ts'
import { oneFarm } from './ground.ts'
import { sample } from './samples.ts'

export const { app, mine } = await oneFarm()

/** The sentence of a code, whatever is put into it. */
export const says = (code: keyof typeof errors) =>
  expect.stringMatching(
    new RegExp(
      `^${errors[code].replaceAll(/[()+?.]/g, String.raw`\$&`).replaceAll(/\{\{\w+\}\}/g, '.+')}$`,
    ),
  ) as string

export interface Sku {
  id: number
  combination: string
  code: string | null
  droppedFlag: number
  costPrice: number | null
}
export const skusOf = (id: number) =>
  app.db.read(mine.id, (tx) =>
    rows<Sku>(
      tx,
      sql`select id, combination, code, dropped_flag, cost_price from product_sku
        where product_id = ${id} order by position, id`,
    ),
  )
export const create = async (more: Record<string, unknown> = {}) =>
  mine.admin.call(callOf(product, 'create'), { ...(await sample(product, mine.admin)), ...more })
