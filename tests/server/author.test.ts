import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { controlRun, runRule, dryRun, stopRun } from '#contract/automation/control-run.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { editsDevices } from '#contract/equipment/device-calls.ts'
import { operateStrategy } from '#contract/command/strategy-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { untyped } from '#server/demo/client.ts'
import { newRule as newAlarmRule, say } from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newMember, unique, type Tenant } from './harness.ts'
import { app, mine, ofRules, rule, seesValves } from './author-ground.ts'

const within = { timeout: 8000, interval: 50 }
const codesOf = (account: number, codes: readonly string[], tenant: Tenant = mine) =>
  app.db.write(tenant.id, async (tx) => {
    const role = (await row<{ roleId: number }>(
      tx,
      sql`select mr.role_id from member_role mr join member m on m.id = mr.member_id where m.account_id = ${account}`,
    ))!.roleId
    await sql`delete from role_permission where role_id = ${role}`.execute(tx)
    await sql`insert into role_permission (role_id, code) select ${role}, unnest(${[...codes]}::text[])`.execute(
      tx,
    )
    await raiseRights(tx, tenant.id)
  })
const runs = async (id: number) =>
  (await mine.admin.call(callOf(controlRun, 'list'), { ruleId: id })).content.map(
    ({ state, reason }) => [state, reason],
  )

test('who does not control a type saves no rule, group, action or strategy that does', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const writer = await newMember(app, mine, [...ofRules, seesValves])
  const refusal = { statusCode: 403, missing: [device.permissions.control] }
  const refused = async (answer: Promise<{ statusCode: number; json(): unknown }>) => {
    const { statusCode, json } = await answer.then((one) => ({
      statusCode: one.statusCode,
      json: one.json() as { missing?: string[]; code: string; message: string },
    }))
    expect({ statusCode, missing: json.missing }).toEqual(refusal)
    expect([json.code, json.message]).toEqual(['author.control', '缺少对该类设备的控制权限'])
  }
  await refused(writer.send(callOf(controlRule, 'create'), untyped(rule(valve.id))))
  await refused(
    writer.send(callOf(deviceGroup, 'create'), { name: unique('组'), deviceIds: [valve.id] }),
  )
  await refused(
    writer.send(callOf(alarmRule, 'create'), {
      name: unique('规则'),
      level: 2,
      deviceType: 'electric_valve',
      trigger: 'offline',
      silentMinutes: 10,
      enabledFlag: 1,
      action: 'stopIrrigation',
    }),
  )
  const gateway = await newDevice(mine.admin, 'gateway')
  const operate = {
    deviceId: gateway.id,
    name: '策略',
    enabledFlag: 1,
    target: 'relay.1',
    trigger: { kind: 'time', from: '06:00', to: '07:00', days: [1] },
  }
  const editor = await newMember(app, mine, [
    ...editsDevices,
    deviceTypeNamed('gateway').permissions.edit,
    deviceTypeNamed('gateway').permissions.list,
  ])
  const strategy = await editor.send(operateStrategy, untyped(operate))
  expect([strategy.statusCode, (strategy.json() as { missing?: string[] }).missing]).toEqual([
    403,
    [device.permissions.control],
  ])
  // Nor may somebody else's rule be turned to other devices, or be looked at types one does not
  // see.
  const made = await mine.admin.call(callOf(controlRule, 'create'), untyped(rule(valve.id)))
  await refused(
    writer.send(
      callOf(controlRule, 'edit'),
      untyped({
        ...rule(valve.id),
        id: made.id,
        objectVersionNumber: made.objectVersionNumber,
      }),
    ),
  )
  const sensor = await newDevice(mine.admin)
  const able = await newMember(app, mine, [...ofRules, seesValves, device.permissions.control])
  expect((await able.send(callOf(controlRule, 'create'), untyped(rule(valve.id)))).statusCode).toBe(
    200,
  )
  expect(
    (
      await able.send(
        callOf(controlRule, 'create'),
        untyped(
          rule(valve.id, {
            triggers: [
              {
                kind: 'device',
                deviceId: sensor.id,
                metric: 'airTemperature',
                operator: 'above',
                value: 1,
              },
            ],
          }),
        ),
      )
    ).statusCode,
  ).toBe(403)
})

test('a rule whose author lost the right does not run, says so, and goes on when the right is back', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const codes = [...ofRules, seesValves, device.permissions.control]
  const author = await newMember(app, mine, codes)
  const made = await author.call(callOf(controlRule, 'create'), untyped(rule(valve.id)))
  const run = () => mine.admin.call(runRule, { id: made.id })
  const state = async () =>
    (await mine.admin.call(callOf(controlRule, 'show'), { id: made.id })).state
  const tried = () => mine.admin.call(dryRun, { id: made.id })
  expect((await tried()).reason).toBeNull()
  await codesOf(author.accountId, ofRules)
  expect((await tried()).reason).toBe('author')
  expect(await run()).toMatchObject({ state: 'skipped', reason: 'author' })
  expect(await state()).toBe('orphaned')
  expect(
    await app.db.read(mine.id, (tx) =>
      row(tx, sql`select 1 from device_command where device_id = ${valve.id}`),
    ),
  ).toBeNull()
  await codesOf(author.accountId, codes)
  expect(await run()).toMatchObject({ state: 'running' })
  expect(await state()).toBe('active')
  expect(await runs(made.id)).toEqual([
    ['running', null],
    ['skipped', 'author'],
  ])
  // Somebody who left, too; and whoever may saves it anew, and it is theirs.
  await app.db.write(mine.id, (tx) =>
    sql`update member set enabled_flag = 0 where account_id = ${author.accountId}`.execute(tx),
  )
  await mine.admin.call(stopRun, {
    id: (await mine.admin.call(callOf(controlRun, 'list'), { ruleId: made.id })).content[0]!.id,
  })
  expect(await run()).toMatchObject({ state: 'skipped', reason: 'author' })
  const now = await mine.admin.call(callOf(controlRule, 'show'), { id: made.id })
  await mine.admin.call(
    callOf(controlRule, 'edit'),
    untyped({
      ...rule(valve.id),
      id: made.id,
      objectVersionNumber: now.objectVersionNumber,
    }),
  )
  expect(await state()).toBe('active')
  expect(await run()).toMatchObject({ state: 'running' })
})

test('a step that comes later is not sent once its author has lost the right', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const author = await newMember(app, mine, [...ofRules, seesValves, device.permissions.control])
  const made = await author.call(
    callOf(controlRule, 'create'),
    untyped(
      rule(valve.id, {
        actions: [
          { mode: 'serial', deviceId: valve.id, channel: 'open', value: 1, delaySeconds: 2 },
        ],
      }),
    ),
  )
  expect(await mine.admin.call(runRule, { id: made.id })).toMatchObject({ state: 'running' })
  await codesOf(author.accountId, ofRules)
  await expect.poll(() => runs(made.id), within).toEqual([['failed', 'stepFailed']])
  expect(
    await app.db.read(mine.id, (tx) =>
      row(tx, sql`select 1 from device_command where device_id = ${valve.id}`),
    ),
  ).toBeNull()
})

test('an alarm closes valves in the name of its rule’s author, and writes down when it may not', async () => {
  const author = await newMember(app, mine, [
    ...ofRules,
    device.permissions.list,
    device.permissions.control,
  ])
  const sensor = await newDevice(mine.admin)
  const valve = await newDevice(mine.admin, 'electric_valve', { areaId: sensor.areaId })
  await say(app, mine, valve, 1, Date.now(), 'open')
  const made = await newAlarmRule(author, {
    action: 'stopIrrigation',
    value: 30,
    deviceIds: [sensor.id],
  })
  await codesOf(author.accountId, ofRules)
  await say(app, mine, sensor, 40)
  const journal = () =>
    app.db.read(mine.id, (tx) =>
      row<{ kinds: string[] }>(
        tx,
        sql`select array_agg(j.kind order by j.id) as kinds from alarm_journal j
          join alarm a on a.id = j.alarm_id where a.rule_id = ${made.id} and j.kind like 'irrigation%'`,
      ),
    )
  await expect.poll(journal, within).toEqual({ kinds: ['irrigationRefused'] })
  expect(
    await app.db.read(mine.id, (tx) =>
      row(tx, sql`select 1 from device_command where device_id = ${valve.id}`),
    ),
  ).toBeNull()
})
