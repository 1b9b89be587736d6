import { taskType } from '#contract/farm/task-type.ts'
import {
  movePlanItems,
  planChart,
  planMoves,
  releasePlan,
  replanPlan,
} from '#contract/plan/plan-calls.ts'
import { planItem } from '#contract/plan/plan-item.ts'
import { planPackage } from '#contract/plan/plan-package.ts'
import { plan } from '#contract/plan/plan.ts'
import { product } from '#contract/inventory/product.ts'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { callOf, type Asked, type NewRow } from '#contract/entity-calls.ts'
import type { Sent } from '#server/demo/client.ts'
import { unique } from './harness.ts'
import { oneField, inDays } from './planting-ground.ts'
import { make, sample, type Made } from './samples.ts'
import { refusal } from './stock.ts'

const acts = { ...planMoves, move: movePlanItems, replan: replanPlan, release: releasePlan }
/** A farm with a package of four steps, two of which use something. */
export async function onePackage() {
  const field = await oneField()
  const { mine, cropId } = field
  const typeOf = async (category: NewRow<typeof taskType>['category']) =>
    (
      await mine.admin.call(callOf(taskType, 'create'), {
        ...(await sample(taskType, mine.admin)),
        category,
      })
    ).id
  const [farming, spraying, picking] = [
    await typeOf('farming'),
    await typeOf('protection'),
    await typeOf('harvest'),
  ]
  const goods = async (more: Record<string, unknown> = {}) => {
    const { id } = await mine.admin.call(callOf(product, 'create'), {
      ...(await sample(product, mine.admin)),
      agriculturalFlag: 1,
      ...more,
    })
    return (await mine.admin.call(listSkus, { productId: String(id) })).content[0]!.id
  }
  const fertilizer = await goods()
  const pesticide = await goods({ safetyInterval: 7, reentryHours: 24 })
  const steps = [
    { no: 1, name: '整地', taskTypeId: farming, offsetDays: -7, days: 3, hoursPerMu: 2, people: 2 },
    { no: 2, name: '定植', taskTypeId: farming, offsetDays: 0, days: 2, after: '1', hoursPerMu: 4 },
    { no: 3, name: '喷药', taskTypeId: spraying, offsetDays: 20, days: 1, after: '2' },
    { no: 4, name: '采收', taskTypeId: picking, offsetDays: 24, days: 10, after: '3' },
  ]
  const inputs = [
    { step: 2, skuId: fertilizer, dose: 15 },
    { step: 3, skuId: pesticide, dose: 0.2 },
  ]
  const pack = (body: Record<string, unknown> = {}) =>
    refusal(
      mine.admin.send(callOf(planPackage, 'create'), {
        packageName: unique('番茄'),
        cropId,
        steps,
        inputs,
        ...body,
      }),
    )
  const batchOn = async (plantedOn: string, acreage = 4) => {
    const { id } = await field.newPlot(acreage)
    return (await field.plant([id], { plantedOn })) as unknown as Made
  }
  /** A plan from the package, for a batch that is planted in so many days. */
  const planIn = async (days: number, more: Record<string, unknown> = {}) => {
    const packageId = (await pack()) as unknown as Made
    const batch = await batchOn(inDays(days))
    return mine.admin.call(callOf(plan, 'create'), {
      planName: unique('计划'),
      batchId: batch.id,
      packageId: packageId.id,
      ...more,
    })
  }
  const chart = (id: number) => mine.admin.call(planChart, { id })
  const act = <A extends keyof typeof acts>(
    id: number,
    action: A,
    body?: Omit<Sent<(typeof acts)[A]['input']>, 'id'>,
  ) => refusal(mine.admin.send(acts[action] as Asked, { id, ...body }))
  const shownPlan = (id: number) => mine.admin.call(callOf(plan, 'show'), { id })
  const itemOf = (id: number) => mine.admin.call(callOf(planItem, 'show'), { id })
  return {
    ...field,
    types: { farming, spraying, picking },
    fertilizer,
    pesticide,
    steps,
    inputs,
    pack,
    batchOn,
    planIn,
    chart,
    act,
    shownPlan,
    itemOf,
    make,
  }
}
