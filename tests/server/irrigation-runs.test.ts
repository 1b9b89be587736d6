import { expect, test } from 'vitest'
import type { RunStep } from '#contract/automation/control-run.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { detailOf, listed, newRule as newAlarmRule, say } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import {
  app,
  ends,
  mine,
  newRule,
  newValve,
  open,
  remove,
  runNow,
  runsOf,
  within,
} from './automation-ground.ts'

test('an alarm that stops irrigation breaks off what would open more of it', async () => {
  const [first, second, elsewhere] = [await newValve(), await newValve(), await newValve()]
  const { areaId } = await mine.admin.call(callOf(deviceEntity, 'show'), { id: second.id })
  const probe = await newDevice(mine.admin, 'soil', { areaId })
  const rule = await newRule({
    actions: [open(first, { holdSeconds: 1200 }), open(second)],
  })
  const other = await newRule({
    actions: [open(elsewhere), open(elsewhere, { delaySeconds: 600 })],
  })
  await runNow(rule)
  await runNow(other)
  await expect.poll(() => [first.orders, elsewhere.orders], within).toEqual([[1], [1]])
  const alarmRule = await newAlarmRule(mine.admin, {
    deviceType: 'soil',
    metric: 'humidity.1',
    value: 40,
    action: 'stopIrrigation',
  })
  await say(app, mine, probe, 45, Date.now(), 'humidity.1')
  await ends(rule, ['interrupted', 'alarm'])
  // What it held is let go, what was to come does not.
  await expect.poll(() => first.orders, within).toEqual([1, 0])
  expect(((await runsOf(rule))[0]!.steps as RunStep[]).at(-1)!.state).toBe('skipped')
  expect(second.orders).toEqual([])
  expect((await runsOf(other))[0]!.state).toBe('running')
  const [alarm] = (await listed(mine.admin, { ruleId: String(alarmRule.id) })).content
  expect((await detailOf(mine.admin, alarm!.id)).journal).toContainEqual(
    expect.objectContaining({ kind: 'runsBrokenOff', detail: { count: 1 } }),
  )
  await remove(rule)
  await remove(other)
})
