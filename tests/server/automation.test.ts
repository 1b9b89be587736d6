import { controlRule } from '#contract/automation/control-rule.ts'
import { callOf } from '#contract/entity-calls.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deviceCommands } from '#contract/command/command.ts'
import { dryRun, resumeRule, runRule, dryRunOf } from '#contract/automation/control-run.ts'
import type { RunStep } from '#contract/automation/control-run.ts'
import { row } from '#server/db/database.ts'
import { untyped } from '#server/demo/client.ts'
import { newDevice, report } from './devices.ts'
import { newMember, newTenant, unique } from './harness.ts'
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
  sensing,
  sensor,
  set,
  within,
} from './automation-ground.ts'

const hot = (more: Record<string, unknown> = {}) => ({
  kind: 'device',
  deviceId: sensor.id,
  metric: 'airTemperature',
  operator: 'above',
  value: 30,
  ...more,
})

describe('a rule', () => {
  test('runs when a value comes to meet its limit, once, and its commands are confirmed by reports', async () => {
    const valve = await newValve()
    await report(sensing, { airTemperature: 25 })
    const rule = await newRule({
      triggers: [hot()],
      actions: [open(valve), open(valve, { value: 0, delaySeconds: 1 })],
    })
    await report(sensing, { airTemperature: 31.5 })
    await report(sensing, { airTemperature: 33 })
    await ends(rule, ['done', null])
    expect(valve.orders).toEqual([1, 0])
    const [run] = await runsOf(rule)
    expect(run).toMatchObject({
      trigger: 'device',
      personName: null,
      ruleName: rule.name,
      seen: [
        {
          group: 0,
          deviceName: sensor.name,
          metric: 'airTemperature',
          present: 31.5,
          standing: 'holds',
        },
      ],
    })
    expect(run!.steps).toMatchObject([
      { state: 'confirmed', targets: [{ deviceName: valve.name, state: 'confirmed' }] },
      { state: 'confirmed' },
    ])
    const log = await mine.admin.call(deviceCommands, { id: valve.id })
    expect(log.map(({ origin, requestId }) => [origin, requestId])).toEqual([
      ['rule', `control-run-${run!.id}`],
      ['rule', `control-run-${run!.id}`],
    ])
    await report(sensing, { airTemperature: 29 })
    await report(sensing, { airTemperature: 30.5 })
    await expect.poll(async () => (await runsOf(rule)).length, within).toBe(2)
    await remove(rule)
    await valve.client.endAsync()
  })

  test('says with the values it saw why it did not run', async () => {
    const valve = await newValve()
    await report(sensing, { airTemperature: 20, windSpeed: 9 })
    const rule = await newRule({
      conditions: [
        { group: 1, deviceId: sensor.id, metric: 'windSpeed', operator: 'below', value: 5 },
      ],
      actions: [open(valve)],
    })
    expect(await runNow(rule)).toMatchObject({ state: 'skipped', reason: 'conditions' })
    expect((await runsOf(rule))[0]).toMatchObject({
      trigger: 'manual',
      personName: expect.stringContaining('管理'),
      seen: [{ group: 1, present: 9, standing: 'fails', deviceName: sensor.name }],
    })
    const dry = await mine.admin.call(dryRun, { id: rule.id })
    expect(dry).toMatchObject({
      reason: 'conditions',
      conditions: [{ present: 9, standing: 'fails' }],
      targets: [{ deviceName: valve.name, online: 1, wanted: 1 }],
    })
    expect(valve.orders).toEqual([])
    await report(sensing, { windSpeed: 3 })
    expect(await mine.admin.call(dryRun, { id: rule.id })).toMatchObject({ reason: null })
    await runNow(rule)
    await ends(rule, ['done', null], ['skipped', 'conditions'])
    await remove(rule)
    await valve.client.endAsync()
  })

  test('stops at a step that nobody confirms, and runs one at a time', async () => {
    const deaf = await newValve(true)
    const valve = await newValve()
    const rule = await newRule({
      actions: [
        open(deaf, { stopFlag: 1 }),
        open(valve, { mode: 'parallel' }),
        open(valve, { value: 0 }),
      ],
    })
    await runNow(rule)
    await expect.poll(() => [deaf.orders, valve.orders], within).toEqual([[1], [1]])
    expect(await runNow(rule)).toMatchObject({ state: 'skipped', reason: 'running' })
    await set(sql`update device_command set expires_at = now() where device_id = ${deaf.id}`)
    await ends(rule, ['skipped', 'running'], ['failed', 'stepFailed'])
    expect((await runsOf(rule))[1]!.steps!.map(({ state }) => state)).toEqual([
      'failed',
      'confirmed',
      'skipped',
    ])
    expect(valve.orders).toEqual([1])
    await remove(rule)
    await Promise.all([deaf.client.endAsync(), valve.client.endAsync()])
  })

  test('goes to every device of a group that has the switch', async () => {
    const [one, two] = [await newValve(), await newValve()]
    const group = await mine.admin.call(callOf(deviceGroup, 'create'), {
      name: unique('组'),
      deviceIds: [one.id, two.id, sensor.id],
    })
    const rule = await newRule({
      actions: [{ mode: 'serial', groupId: group.id, channel: 'open', value: 1, stopFlag: 0 }],
    })
    await runNow(rule)
    await ends(rule, ['done', null])
    expect([one.orders, two.orders]).toEqual([[1], [1]])
    expect(
      ((await runsOf(rule))[0]!.steps as RunStep[])[0]!.targets.map(({ deviceId, state }) => [
        deviceId,
        state,
      ]),
    ).toEqual([
      [one.id, 'confirmed'],
      [two.id, 'confirmed'],
    ])
    await remove(rule)
    await Promise.all([one.client.endAsync(), two.client.endAsync()])
  })

  test('that goes in circles is paused, and its writer is told', async () => {
    const valve = await newValve()
    await report(sensing, { airTemperature: 20 })
    const rule = await newRule({ triggers: [hot()], actions: [open(valve)] })
    // Until every process has heard of the new rule.
    await wait(200)
    for (let i = 0; i < 7; i++) {
      await report(sensing, { airTemperature: 35 })
      await expect
        .poll(
          async () => (await runsOf(rule)).filter(({ state }) => state !== 'running').length,
          within,
        )
        .toBe(i + 1)
      await report(sensing, { airTemperature: 20 })
    }
    expect((await runsOf(rule))[0]).toMatchObject({ state: 'skipped', reason: 'loop' })
    expect(await mine.admin.call(callOf(controlRule, 'show'), { id: rule.id })).toMatchObject({
      state: 'paused',
    })
    expect(
      await app.db.read(mine.id, (tx) =>
        row<{ count: number }>(
          tx,
          sql`select count(*) as count from user_message where subject like ${`%${String(rule.name)}%`}`,
        ),
      ),
    ).toEqual({ count: 1 })
    await report(sensing, { airTemperature: 35 })
    await expect.poll(async () => (await runsOf(rule))[0]!.reason, within).toBe('paused')
    await mine.admin.call(resumeRule, { id: rule.id })
    await report(sensing, { airTemperature: 20 })
    await report(sensing, { airTemperature: 35 })
    await expect.poll(async () => (await runsOf(rule))[0]!.state, within).toBe('done')
    await remove(rule)
    await valve.client.endAsync()
  }, 40_000)

  test('is refused where it means nothing, at the field and with the place in its list', async () => {
    const valve = await newDevice(mine.admin, 'electric_valve')
    const refused = async (body: Record<string, unknown>) =>
      (
        await mine.admin.send(
          callOf(controlRule, 'create'),
          untyped({
            name: unique('规则'),
            actions: [open(valve)],
            ...body,
          }),
        )
      ).json().fields
    expect(await refused({ triggers: [hot(), hot({ metric: 'open' })] })).toEqual({
      triggers: '第 2 项：请选择该设备的数据项',
    })
    expect(await refused({ triggers: [{ kind: 'timer', cron: '0 0 31 2 *' }] })).toHaveProperty(
      'triggers',
    )
    expect(await refused({ actions: [open(valve, { value: 2 })] })).toHaveProperty('actions')
    expect(await refused({ actions: [open(valve, { channel: 'relay.1' })] })).toHaveProperty(
      'actions',
    )
    expect(await refused({ actions: [] })).toHaveProperty('actions')
    expect(await refused({ quietFrom: '22:00' })).toHaveProperty('quietTo')
    const theirs = await newTenant(app)
    const foreign = await newDevice(theirs.admin, 'electric_valve')
    expect(await refused({ actions: [open(foreign)] })).toEqual({
      actions: '第 1 项：请选择一个设备或分组',
    })
    expect(await refused({ triggers: [hot({ deviceId: foreign.id })] })).toHaveProperty('triggers')
    const member = await newMember(app, mine, ['wfpf.farm.equipment.intelligentControl'])
    const rule = await newRule({ actions: [open(valve)] })
    expect((await member.send(runRule, { id: rule.id })).statusCode).toBe(403)
    await remove(rule)
  })
})

test('outside its hours a rule is not set off, and runs by hand', async () => {
  const valve = await newValve()
  const other =
    (Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Shanghai',
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(Date.now()),
    ) +
      12) %
    24
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const rule = await newRule({
    triggers: [hot({ operator: 'atLeast', value: 50 })],
    actions: [open(valve)],
    activeHours: [{ days: '', from: two(other), to: two((other + 1) % 24) }],
  })
  await report(sensing, { airTemperature: 45 })
  await report(sensing, { airTemperature: 50 })
  await ends(rule, ['skipped', 'inactive'])
  await runNow(rule)
  await expect.poll(() => valve.orders, within).toEqual([1])
  await remove(rule)
})

test('a rule that is being written is tried before it is saved', async () => {
  const valve = await newValve()
  await report(sensing, { airTemperature: 20 })
  const body = {
    name: 'x',
    enabledFlag: 1,
    triggers: [hot()],
    conditions: [
      { group: 1, deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value: 30 },
    ],
    actions: [open(valve, { holdSeconds: 60 })],
  }
  await expect
    .poll(async () => (await mine.admin.call(dryRunOf, body)).conditions[0]!.standing)
    .toBe('fails')
  const tried = await mine.admin.call(dryRunOf, body)
  expect(tried).toMatchObject({
    reason: 'conditions',
    targets: [
      { deviceName: valve.name, wanted: 1, delaySeconds: 0 },
      { wanted: 0, delaySeconds: 60 },
    ],
  })
  const names = (await mine.admin.call(callOf(controlRule, 'list'), { size: 0 })).content.map(
    ({ name }) => name,
  )
  expect(names).not.toContain('x')
})
