import { dayAfter } from '#contract/planting/stages.ts'
import { task, taskScreen } from '#contract/work/task.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { recordCall } from '#src/kit/calls/records.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { addressOfNew } from '#src/kit/record/use-opened.ts'

/** What a task like it says as well; checklist, fields and pay are its type's, as that is now. */
const kept = [
  'title',
  'taskTypeId',
  'areaId',
  'batchId',
  'landIds',
  'leaderId',
  'participantIds',
  'priority',
  'plannedHours',
  'photoCount',
  'warehouseId',
  'description',
] as const
const dayMs = 86_400_000

/** The same work once more, from today on and for as many days. */
export function likeTask(row: Row, today: string): Record<string, unknown> {
  const isSaid = (value: unknown) => value !== null && value !== undefined
  const days = (Date.parse(String(row.endsOn)) - Date.parse(String(row.startsOn))) / dayMs
  const parts = (row.parts ?? []) as { landId: number; part: string }[]
  const materials = (row.materials ?? []) as { skuId: number; quantity: number }[]
  return {
    ...Object.fromEntries(
      kept.filter((name) => isSaid(row[name])).map((name) => [name, row[name]]),
    ),
    parts: parts.map(({ landId, part }) => ({ landId, part })),
    materials: materials.map(({ skuId, quantity }) => ({ skuId, quantity })),
    startsOn: today,
    endsOn: dayAfter(today, days),
  }
}

/** Where a task like it is looked over and saved. */
export async function copyTask({ id }: Row, today: string): Promise<string> {
  // A list's row lacks what its detail alone shows.
  const row = await fetchCall(recordCall<Row>(task), { id })
  return addressOfNew(taskScreen, likeTask(row, today))
}
