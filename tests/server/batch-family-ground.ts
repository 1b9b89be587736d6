import { taskType } from '#contract/farm/task-type.ts'
import { undoFamily, batchFamily } from '#contract/planting/family-calls.ts'
import { task } from '#contract/work/task.ts'
import { callOf } from '#contract/entity-calls.ts'
import { inDays, oneField, today } from './planting-ground.ts'
import { make, type Made } from './samples.ts'
import { refusal } from './stock.ts'

export type FamilyBatch = Made & {
  batchName: string
  landIds: number[]
  state: number
  plantedArea: number
  quantity: number | null
  expectedYield: number | null
  cost: number | null
  realYield: number | null
}
/** What splitting and merging answer. */
export const ids = (answer: unknown) => (answer as { ids: number[] }).ids
export const part = (
  batchName: string,
  landIds: number[],
  plantedArea: number,
  quantity: number,
) => ({
  batchName,
  landIds,
  plantedArea,
  quantity,
})

/** A field whose batches are split and merged. */
export async function familyField() {
  const field = await oneField()
  const { mine, areaId, newPlot, plant, shown, move } = field
  const show = (id: number) => shown(id) as Promise<FamilyBatch>
  /** One that grows, on plots of so many mu each. */
  async function growing(
    acreages: number[],
    more: Record<string, unknown> = {},
  ): Promise<FamilyBatch> {
    const plots = []
    for (const acreage of acreages) plots.push((await newPlot(acreage)).id)
    const { id } = (await plant(plots, { quantity: 1000, ...more })) as unknown as Made
    await move(id, 'start', { plantedOn: inDays(-30) })
    return show(id)
  }
  const spend = (batchId: number, amount: number, more: Record<string, unknown> = {}) =>
    move(batchId, 'fact', {
      kind: 'input',
      title: '复合肥',
      amount,
      occurredOn: inDays(-5),
      ...more,
    })
  const undo = (id: number, reason = '记错了') =>
    refusal(mine.admin.send(undoFamily, { id, reason }))
  const family = (id: number) => mine.admin.call(batchFamily, { id })
  const newTask = async (batchId: number, landIds: number[]) =>
    mine.admin.call(callOf(task, 'create'), {
      title: '除草',
      taskTypeId: (await make(taskType, mine.admin)).id,
      areaId,
      landIds,
      batchId,
      startsOn: today,
      endsOn: inDays(2),
    })
  const taskShown = (id: number) => mine.admin.call(callOf(task, 'show'), { id })
  return { ...field, show, growing, spend, undo, family, newTask, taskShown }
}
