import { sql } from 'kysely'
import { agriculturalInput } from '#contract/inventory/agricultural-input.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { product, productClip } from '#contract/inventory/product.ts'
import { insertRow, updateRow } from '#server/db/crud.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { crud, type Hooks } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'
import { requireMedia } from './product-media.ts'
import { requireUnits, keepUnits, type Unit } from './product-units.ts'
import { requireDistinct, hasMoved, isNamed, keepSkus, type Combination } from './skus.ts'

type Values = Record<string, unknown>
const unitsOf = (values: Values) => (values.units ?? []) as Unit[]
const skusOf = (values: Values) => (values.skus ?? []) as Combination[]
/** Combinations as somebody sends them who is not told what they cost. */
const keptCosts = (skus: readonly Combination[], before: readonly Combination[]) =>
  skus.map((sku) => ({
    ...sku,
    costPrice:
      before.find(({ combination }) => combination.toLowerCase() === sku.combination.toLowerCase())
        ?.costPrice ?? null,
  }))
/** What its stock is counted in and by. */
const counted = ['unitId', 'lotFlag'] as const

const hooks = (entity: typeof product | typeof agriculturalInput): Hooks => ({
  async prepare(given, before, { tx }, { codes }) {
    const values =
      codes.has(costCode) || !given.skus
        ? given
        : { ...given, skus: keptCosts(skusOf(given), skusOf(before ?? {})) }
    await requireDistinct(tx, skusOf(values), before?.id ?? null)
    await requireUnits(
      tx,
      unitsOf(values.units === undefined && before ? before : values),
      Number(values.unitId ?? before?.unitId),
    )
    // What was stored before is not asked again.
    const isNew = (name: string) =>
      JSON.stringify(values[name] ?? null) !== JSON.stringify(before?.[name] ?? null)
    await requireMedia(
      tx,
      {
        pictures: isNew('pictures') ? ((values.pictures ?? []) as string[]) : [],
        video: isNew('video') ? ((values.video ?? null) as string | null) : null,
      },
      productClip,
    )
    const recounted =
      before &&
      counted.find((name) => values[name] !== undefined && (values[name] ?? 0) !== before[name])
    if (recounted && (await hasMoved(tx, before.id)))
      throw invalidFields({ [recounted]: { code: 'product.moved' } })
    return values
  },
  async insert({ skus, units, ...values }, { tx }, { actor }) {
    const id = await insertRow(tx, entity, values, actor.accountId)
    await keepSkus(tx, id, skusOf({ skus }))
    await keepUnits(tx, id, unitsOf({ units }))
    return id
  },
  async update(id, version, { skus, units, ...values }, { tx }, { actor }) {
    if (!(await updateRow(tx, entity, id, version, values, actor.accountId))) return false
    if (skus !== undefined) await keepSkus(tx, id, skusOf({ skus }))
    if (units !== undefined) await keepUnits(tx, id, unitsOf({ units }))
    return true
  },
  async beforeRemove({ id }, { tx }) {
    if (await isNamed(tx, id)) throw unprocessable('product.in_use')
  },
  async remove({ id, skus, units }, { tx }) {
    await sql`update recycled set content = content || ${JSON.stringify({ skus, units })}::jsonb
      where entity = ${product.name} and record_id = ${id}`.execute(tx)
    await sql`delete from product where id = ${id}`.execute(tx)
  },
  async restored(id, content, { tx }) {
    await keepSkus(tx, id, skusOf(content))
    await keepUnits(tx, id, unitsOf(content))
  },
  // A sheet holds neither combinations nor pictures.
  async together(ids, { tx }) {
    await sql`insert into product_sku (product_id) select unnest(${ids}::bigint[])`.execute(tx)
  },
})

/** Products and, under the farm's own codes, those of them that are agricultural inputs. */
export function serveProducts(app: Services): void {
  for (const entity of [product, agriculturalInput]) crud(app, entity, hooks(entity))
}
