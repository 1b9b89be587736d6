import { device as deviceEntity } from '#contract/equipment/device.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveDeviceSettings, deviceSettings } from '#contract/command/setting-calls.ts'
import { alarms as alarmsCall } from '#contract/alarm/alarm-calls.ts'
import { controlRun } from '#contract/automation/control-run.ts'
import { callOf } from '#contract/entity-calls.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { row } from '#server/db/database.ts'
import { sweepSilent } from '#server/modules/telemetry/engine/silence.ts'
import { newRule as newAlarmRule, say } from './alarm-ground.ts'
import { listen, newDevice, report, type Field } from './devices.ts'
import { newTenant, unique } from './harness.ts'
import { app, mine, poison, told, within } from './poison-ground.ts'

const put = (device: Field, values: Record<string, number>) =>
  mine.admin.send(saveDeviceSettings, { id: device.id, values })
const held = async (device: Field, channel: string) =>
  (await mine.admin.call(deviceSettings, { id: device.id })).find((one) => one.channel === channel)!
    .command

test('minutes are whole: a fraction is refused at its field, and so are names that objects have of themselves', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  for (const uploadMinutes of [5.5, 30.0001, 10.25])
    expect((await put(gateway, { uploadMinutes })).json()).toMatchObject({
      code: 'error.data_invalid',
      fields: { uploadMinutes: '必须是整数' },
    })
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__'])
    expect([
      name,
      (
        await app.http.inject({
          method: 'PUT',
          url: `/wfpe/v1/${mine.id}/device/${gateway.id}/settings`,
          headers: {
            authorization: `Bearer ${mine.admin.token}`,
            'content-type': 'application/json',
          },
          payload: `{"values":{"${name}":1}}`,
        })
      ).statusCode >= 400,
    ]).toEqual([name, true])
  const gate = await newDevice(mine.admin, 'value_regulated')
  expect((await put(gate, { pulseEquivalent: 0.123456 })).statusCode).toBe(422)
  expect((await put(gate, { pulseEquivalent: 0.1234 })).statusCode).toBe(200)
})

test('a command that cannot be moved on ends, and the next one of its device goes out', async () => {
  const gateway = await newDevice(mine.admin, 'gateway')
  expect((await put(gateway, { uploadMinutes: 15 })).statusCode).toBe(200)
  // What was stored before fractions were refused: no column takes it.
  await poison('device', `new.id = ${gateway.id} and new.report_minutes = 15`)
  const { client, orders } = await listen(app, gateway)
  await expect.poll(() => orders.length, within).toBe(1)
  await report(client, { uploadMinutes: 15 })
  await expect
    .poll(async () => await held(gateway, 'uploadMinutes'), within)
    .toMatchObject({ state: 'rejected', reason: 'fault' })
  expect((await put(gateway, { uploadMinutes: 20 })).statusCode).toBe(200)
  await expect.poll(() => orders.length, within).toBe(2)
  await report(client, { uploadMinutes: 20 })
  await expect
    .poll(async () => (await held(gateway, 'uploadMinutes'))?.state, within)
    .toBe('confirmed')
  await told(/^command \d+: poisoned/)
  await client.endAsync()
})

test('a rule whose clock or run fails keeps no other rule waiting', async () => {
  const valve = await newDevice(mine.admin, 'electric_valve')
  const make = (body: Record<string, unknown>) =>
    mine.admin.call(callOf(controlRule, 'create'), {
      name: unique('规则'),
      enabledFlag: 1,
      actions: [{ mode: 'serial', deviceId: valve.id, channel: 'open', value: 1 }],
      ...body,
    })
  const bad = await make({ triggers: [{ kind: 'timer', cron: '0 6 * * *' }] })
  await poison('control_run', `new.rule_id = ${bad.id}`)
  const broken = await make({ triggers: [{ kind: 'timer', cron: '0 7 * * *' }] })
  const good = await make({ triggers: [{ kind: 'timer', cron: '0 6 * * *' }] })
  await app.db.write(mine.id, (tx) =>
    sql`update control_rule set triggers = '[{"kind": "timer", "cron": "no cron"}]'::jsonb,
      object_version_number = object_version_number + 1 where id = ${broken.id}`.execute(tx),
  )
  const clocks = () =>
    app.db.read(mine.id, (tx) =>
      row<{ count: number }>(
        tx,
        sql`select count(*)::int as count from control_rule_clock where rule_id = any(${[bad.id, good.id]}::bigint[])`,
      ),
    )
  await expect.poll(clocks, within).toEqual({ count: 2 })
  await app.db.write(mine.id, (tx) =>
    sql`update control_rule_clock set next_at = now() where rule_id = any(${[bad.id, good.id]}::bigint[])`.execute(
      tx,
    ),
  )
  await expect
    .poll(
      async () =>
        (await mine.admin.call(callOf(controlRun, 'list'), { ruleId: good.id })).content.length,
      within,
    )
    .toBe(1)
  await told(new RegExp(`clock of rule ${bad.id}: poisoned`))
  await told(new RegExp(`clock of rule ${broken.id}: `))
  await mine.admin.call(callOf(controlRule, 'delete'), { id: broken.id })
})

test('values set a rule off although another one’s limit cannot be kept, and are not forgotten by trying twice', async () => {
  const sensor = await newDevice(mine.admin)
  const valve = await newDevice(mine.admin, 'electric_valve')
  const make = (value: number) =>
    mine.admin.call(callOf(controlRule, 'create'), {
      name: unique('规则'),
      enabledFlag: 1,
      triggers: [
        { kind: 'device', deviceId: sensor.id, metric: 'airTemperature', operator: 'above', value },
      ],
      actions: [{ mode: 'serial', deviceId: valve.id, channel: 'open', value: 1 }],
    })
  const bad = await make(20)
  const good = await make(21)
  await poison('control_rule_edge', `new.rule_id = ${bad.id}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await say(app, mine, sensor, 30)
  await expect
    .poll(
      async () =>
        (await mine.admin.call(callOf(controlRun, 'list'), { ruleId: good.id })).content.length,
      within,
    )
    .toBe(1)
  await told(new RegExp(`limits of rule ${bad.id}: poisoned`))
})

test('an alarm is raised although another rule’s cannot be', async () => {
  const sensor = await newDevice(mine.admin)
  const bad = await newAlarmRule(mine.admin, { value: 30 })
  const good = await newAlarmRule(mine.admin, { value: 31 })
  await poison('alarm_state', `new.rule_id = ${bad.id}`)
  await say(app, mine, sensor, 40)
  const alarms = async () =>
    (await mine.admin.call(alarmsCall, { size: 100 })).content
      .filter(({ deviceId }) => deviceId === sensor.id)
      .map(({ ruleId }) => ruleId)
  await expect.poll(alarms, within).toEqual([good.id])
  await told(new RegExp(`alarm rule ${bad.id}: poisoned`))
})

test('a tenant whose devices cannot be marked silent keeps no other tenant’s from it', async () => {
  const theirs = await newTenant(app)
  const [first, second] = [await newDevice(mine.admin), await newDevice(theirs.admin)]
  await say(app, mine, first, 1)
  await say(app, theirs, second, 1)
  await poison('device', `new.id = ${first.id} and new.online = 0`, 'update')
  for (const [tenant, { id }] of [
    [mine, first],
    [theirs, second],
  ] as const)
    await app.db.write(tenant.id, (tx) =>
      sql`update device set last_seen_at = now() - interval '1 day' where id = ${id}`.execute(tx),
    )
  await sweepSilent(app.db, app.ingestQueue)
  expect(await theirs.admin.call(callOf(deviceEntity, 'show'), { id: second.id })).toMatchObject({
    online: 0,
  })
})
