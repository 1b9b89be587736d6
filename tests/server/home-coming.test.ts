import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { controlRule } from '#contract/automation/control-rule.ts'
import { deviceCommand } from '#contract/command/command.ts'
import { operateStrategy } from '#contract/command/strategy-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { homeWaiting, type WaitingKind } from '#contract/home/home-calls.ts'
import type { Client } from '#server/demo/client.ts'
import { newDevice } from './devices.ts'
import { twoFarms } from './ground.ts'
import { newMember, unique } from './harness.ts'

const { app, mine, theirs } = await twoFarms()
const cabinet = await newDevice(mine.admin, 'gateway')
const told = async (kind: WaitingKind, who: Client = mine.admin, base?: number) =>
  (await who.call(homeWaiting, { base })).items.filter((one) => one.kind === kind)

/** An order that was given some seconds ago, and how long it took where it was confirmed. */
const order = (channel: string, seconds: number, latencyMs: number | null) =>
  app.db.write(mine.id, (tx) =>
    sql`insert into device_command (state, device_name, device_type, device_id, circuit, channel, actuator,
        effect, wanted, origin, created_at, latency_ms, expires_at)
      values (${latencyMs === null ? 'delivered' : 'confirmed'}, 'A', 'gateway', ${cabinet.id}, 1, ${channel},
        'relay', 'open', 1, 'web', now() - ${seconds} * interval '1 second', ${latencyMs}, now() + interval '1 hour')`.execute(
      tx,
    ),
  )

test('an order is told once it is open for longer than its circuit usually takes', async () => {
  for (const ms of [29_000, 30_000, 31_000]) await order('relay.1', 900, ms)
  await order('relay.1', 40, null)
  await order('relay.2', 15, null)
  await order('relay.3', 3, null)
  const channels = async (who = mine.admin) =>
    (await told('command', who)).map((one) => one.kind === 'command' && one.command.channel)
  // The first usually takes half a minute; of the second nobody knows, and the third is too young.
  expect(await channels()).toEqual(['relay.2'])
  await app.db.write(mine.id, (tx) =>
    sql`update device_command set created_at = now() - interval '2 minutes'
      where channel = 'relay.1' and state = 'delivered'`.execute(tx),
  )
  expect(await channels()).toEqual(['relay.2', 'relay.1'])
  expect((await told('command')).at(-1)).toMatchObject({
    command: { deviceId: cabinet.id, usualMs: 30_000 },
  })
  const looks = await newMember(app, mine, [
    device.permissions.list,
    deviceCommand.permissions.list,
  ] as string[])
  expect(await channels(looks)).toEqual([])
  expect(await channels(theirs.admin)).toEqual([])
})

test('what moves by itself within a day is told in its order, to whoever may see it', async () => {
  const clock = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Date.now() + hours * 3_600_000)
  const [soon, later] = [clock(1), clock(3)]
  await mine.admin.call(operateStrategy, {
    deviceId: cabinet.id,
    name: '傍晚补光',
    enabledFlag: 1,
    trigger: { kind: 'time', from: later, to: clock(4), days: [1, 2, 3, 4, 5, 6, 7] },
    target: 'relay.4',
  })
  const [hour, minute] = soon.split(':').map(Number)
  const rule = await mine.admin.call(callOf(controlRule, 'create'), {
    name: unique('规则'),
    triggers: [{ kind: 'timer', cron: `${minute} ${hour} * * *` }],
    actions: [{ mode: 'serial', deviceId: cabinet.id, channel: 'relay.5', value: 1 }],
    enabledFlag: 1,
  })
  await app.db.write(mine.id, (tx) =>
    sql`insert into control_rule_clock (rule_id, next_at, version, zone)
      values (${rule.id}, now() + interval '1 hour', 1, 'Asia/Shanghai')
      on conflict (tenant_id, rule_id) do update set next_at = excluded.next_at`.execute(tx),
  )
  const runs = async (who: Client = mine.admin, base?: number) =>
    (await told('run', who, base)).map((one) => one.kind === 'run' && one.run.of)
  expect(await runs()).toEqual(['rule', 'strategy'])
  expect(await runs(mine.admin, cabinet.areaId as number)).toEqual(['rule', 'strategy'])
  // What moves nothing of the base that is looked at is not told there.
  expect(await runs(mine.admin, 999_999)).toEqual([])
  const sees = await newMember(app, mine, [device.permissions.list as string])
  expect(await runs(sees)).toEqual(['strategy'])
  expect(await runs(await newMember(app, mine, []))).toEqual([])
  expect(await runs(theirs.admin)).toEqual([])
})
