import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { findSkus } from '#contract/inventory/sku-calls.ts'
import { sku } from '#contract/inventory/sku.ts'
import { selection } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import type { Row } from '#server/db/crud.ts'
import { serve } from '#server/http/serve.ts'

/** Items by what a scanner reads or a sheet holds: barcode before code before name, the newest of several. */
export function findItems(app: FastifyInstance): void {
  serve(app, findSkus, async ({ keys }, { read }) => {
    const wanted = [...new Set(keys.map((key) => key.toLowerCase()))]
    const found = await read((tx) => rows<Row & { name: string; code: string | null; barcode: string | null }>(tx, sql`select ${selection(sku)} from sku_view t
      where t.enabled_flag = 1 and (lower(t.code) = any(${wanted}) or lower(t.barcode) = any(${wanted}) or lower(t.name) = any(${wanted})) order by t.id desc`))
    const items = wanted.flatMap((key) => (['barcode', 'code', 'name'] as const).flatMap((field) => found.find((one) => one[field]?.toLowerCase() === key) ?? [])[0] ?? [])
    return [...new Map(items.map((one) => [one.id, one])).values()]
  })
}
