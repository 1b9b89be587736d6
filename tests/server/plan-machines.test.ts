import { expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { machineKind } from '#contract/farm/machine-kind.ts'
import { workDays, planNeeds } from '#contract/plan/needs-calls.ts'
import { planItem } from '#contract/plan/plan-item.ts'
import { planPackage } from '#contract/plan/plan-package.ts'
import { plan } from '#contract/plan/plan.ts'
import { hoursOfDay } from '#contract/work/task-states.ts'
import { unique } from './harness.ts'
import { inDays } from './planting-ground.ts'
import { onePackage } from './plan-ground.ts'
import { make, type Made } from './samples.ts'
import { refusal } from './stock.ts'

const ground = await onePackage()
const { mine, pack, chart, itemOf } = ground
const week = hoursOfDay * workDays
const kindOf = (machines: number, more: Record<string, unknown> = {}) =>
  mine.admin.call<Made>(machineKind.api.create, {
    name: unique('拖拉机'),
    machines,
    enabledFlag: 1,
    ...more,
  })
const needsOf = (id: number) => mine.admin.call(planNeeds, { id })
const sumOf = (all: readonly { hours: number }[]) =>
  Math.round(all.reduce((sum, { hours }) => sum + hours, 0) * 10) / 10
/** A plan for a batch on four mu, by a package whose first step takes a machine. */
async function planWith(machines: readonly Record<string, unknown>[]) {
  const { id: packageId } = (await pack({ machines })) as unknown as Made
  const batch = await ground.batchOn(inDays(10), 4)
  return mine.admin.call<Made>(plan.api.create, {
    planName: unique('计划'),
    batchId: batch.id,
    packageId,
  })
}

test('a package says how long machines take on a mu, of its own steps and of kinds that there are', async () => {
  const { id } = await kindOf(1)
  const line = { step: 1, machineKindId: id, hoursPerMu: 0.5 }
  const made = (await pack({ machines: [line] })) as unknown as Made
  const copy = await mine.admin.call<Made>(
    planPackage.api.copy.replace('{id}', String(made.id)),
    {},
  )
  expect(copy.machines).toMatchObject([line])
  const refused = async (machines: unknown[]) =>
    Object.keys((await pack({ machines })).fields ?? {})
  expect(await refused([{ ...line, step: 9 }])).toEqual(['machines'])
  expect(await refused([{ ...line, machineKindId: 999_999 }])).toEqual(['machines'])
  // What a package names stays.
  const gone = await refusal(
    mine.admin.send(machineKind.api.delete.replace('{id}', String(id)), {}),
  )
  expect(gone.status).toBe(422)
})

test('items take hours for their ground, and the need of each week stands against what there is', async () => {
  const kind = await kindOf(2)
  const made = await planWith([{ step: 1, machineKindId: kind.id, hoursPerMu: 1.5 }])
  const [first] = (await chart(made.id)).items
  expect((await itemOf(first!.id)).machines).toMatchObject([
    { machineKindId: kind.id, machineKindIdName: kind.name, hours: 6 },
  ])
  const [need] = (await needsOf(made.id)).machines
  expect(need).toMatchObject({ machineKindId: kind.id, machines: 2, hours: 6 })
  expect(sumOf(need!.weeks)).toBe(6)
  expect(need!.weeks.every(({ capacity }) => capacity === 2 * week)).toBe(true)
  expect(need!.weeks).toHaveLength((await needsOf(made.id)).weeks.length)

  // By hand, one more.
  const item = await itemOf(first!.id)
  await mine.admin.call(planItem.api.edit, {
    id: first!.id,
    ...Object.fromEntries(
      (['title', 'taskTypeId', 'startsOn', 'endsOn'] as const).map((name) => [name, item[name]]),
    ),
    machines: [{ machineKindId: kind.id, hours: 10 }],
    objectVersionNumber: item.objectVersionNumber,
  })
  expect((await needsOf(made.id)).machines[0]).toMatchObject({ hours: 10 })
})

test('other plans of the base take the same machines; those of other bases are not ours', async () => {
  const kind = await kindOf(1)
  const line = { step: 1, machineKindId: kind.id, hoursPerMu: 2 }
  const one = await planWith([line])
  await planWith([line])
  const [need] = (await needsOf(one.id)).machines
  expect(need!.weeks.reduce((sum, { otherHours }) => sum + otherHours, 0)).toBe(8)

  const away = await kindOf(3, { areaId: (await make(area, mine.admin)).id })
  const far = await planWith([{ ...line, machineKindId: away.id }])
  expect((await needsOf(far.id)).machines[0]).toMatchObject({ machines: 0 })
  const idle = await kindOf(3, { enabledFlag: 0 })
  const off = await planWith([{ ...line, machineKindId: idle.id }])
  expect((await needsOf(off.id)).machines[0]).toMatchObject({ machines: 0 })
})
