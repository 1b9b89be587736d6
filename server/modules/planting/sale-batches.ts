import { sql } from 'kysely'
import type { LineBatch } from '#contract/inventory/document-calls.ts'
import { batchState } from '#contract/planting/batch.ts'
import { rows, type Scope, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { wholeTenant } from '#server/db/scope.ts'
import type { SaleBatches } from '#server/services/sale.ts'

const mostChoices = 50
/** Planted, and not gone on in others: something may have been picked of it. */
const gives = [
  batchState.growing,
  batchState.harvesting,
  batchState.finished,
  batchState.ended,
] as const

interface Fitting {
  skuId: number
  cropIds: number[]
}
/**
 * The crops that goods were picked of so far, whoever picked them; of those that nobody ever picked
 * by a task there are none, and they may be of any.
 */
const cropsOf = (tx: Tx, skuIds: readonly number[]): Promise<Fitting[]> =>
  rows<Fitting>(
    tx,
    sql`select k.id as sku_id, array(select distinct v.crop_id from product_sku o
        join task t on t.tenant_id = o.tenant_id and t.harvest_sku_id = o.id and t.closed_at is not null
        join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id
        join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id
        where o.tenant_id = k.tenant_id and o.product_id = k.product_id) as crop_ids
      from product_sku k where k.id = any(${[...skuIds]}::bigint[])`,
  )
interface Known {
  id: number
  name: string
  code: string | null
  state: number
  cropId: number
}
const batches = (tx: Tx, where: Sql): Promise<Known[]> =>
  rows<Known>(
    tx,
    sql`select b.id, b.batch_name as name, b.batch_code as code, b.state, v.crop_id from batch b
      join variety v on v.tenant_id = b.tenant_id and v.id = b.variety_id where ${where}`,
  )

async function choices(
  tx: Tx,
  scope: Scope | null,
  skuIds: readonly number[],
): Promise<LineBatch[]> {
  const goods = await wholeTenant(tx, scope, () => cropsOf(tx, skuIds))
  const all: LineBatch[] = []
  for (const { skuId, cropIds } of goods) {
    const found = await batches(
      tx,
      sql`b.state = any(${[...gives]}::int[]) and (${cropIds.length === 0}::boolean
        or v.crop_id = any(${cropIds}::bigint[])) order by b.planted_on desc, b.id desc limit ${mostChoices}`,
    )
    all.push({ skuId, batches: found.map(({ id, name, code }) => ({ id, name, code })) })
  }
  return all
}

const keyOf = (skuId: number, lot: string | null | undefined) =>
  `${skuId}/${(lot ?? '').toLowerCase()}`
const fault = (code: string, params: Record<string, string>) =>
  invalidFields({ goods: { code, params } })

/** Which batches goods come from, as their lots say or whoever sells them. */
export const saleBatches: SaleBatches = {
  choices,
  async named(tx, scope, lines, before) {
    const lots = [...new Set(lines.flatMap(({ lot }) => (lot ? [lot.toLowerCase()] : [])))]
    const chosen = [...new Set(lines.flatMap(({ batchId }) => (batchId ? [batchId] : [])))]
    const held = before.flatMap(({ batchId }) => (batchId ? [batchId] : []))
    const skuIds = [...new Set(lines.map(({ skuId }) => skuId))]
    // A lot says where it grew, whether the seller sees that base or not.
    const [byLot, crops] = await wholeTenant(tx, scope, async () => [
      lots.length === 0 ? [] : await batches(tx, sql`lower(b.batch_code) = any(${lots}::text[])`),
      chosen.length === 0 ? [] : await cropsOf(tx, skuIds),
    ])
    const seen =
      chosen.length + held.length === 0
        ? []
        : await batches(tx, sql`b.id = any(${[...chosen, ...held]}::bigint[])`)
    const ofLot = new Map(byLot.map((one) => [one.code!.toLowerCase(), one]))
    const visible = new Map(seen.map((one) => [one.id, one]))
    const cropIds = new Map(crops.map((one) => [one.skuId, one.cropIds]))
    const kept = new Map(before.map(({ skuId, lot, batchId }) => [keyOf(skuId, lot), batchId]))
    const strange = async (skuId: number, code: string, params: Record<string, string>) => {
      const [goods] = await rows<{ name: string }>(
        tx,
        sql`select name from sku_view where id = ${skuId}`,
      )
      return fault(code, { name: goods?.name ?? '', ...params })
    }
    const named: (typeof lines)[number][] = []
    for (const line of lines) {
      const { skuId, lot, batchId = null } = line
      const own = lot ? ofLot.get(lot.toLowerCase()) : undefined
      const was = kept.get(keyOf(skuId, lot)) ?? null
      if (own && batchId !== null && batchId !== own.id && batchId !== was)
        throw await strange(skuId, 'document.batch_lot', { lot: lot! })
      // What the writer does not see stays as whoever saw it has left it.
      const next = own ? own.id : batchId === null && was && !visible.has(was) ? was : batchId
      if (!own && next !== null && next !== was) {
        const one = visible.get(next)
        if (!one) throw fault('field.missing_reference', {})
        const fitting = cropIds.get(skuId) ?? []
        if (
          !gives.some((state) => state === one.state) ||
          (fitting.length > 0 && !fitting.includes(one.cropId))
        )
          throw await strange(skuId, 'document.batch_unfit', { batch: one.name })
      }
      named.push({ ...line, batchId: next })
    }
    return named
  },
}
