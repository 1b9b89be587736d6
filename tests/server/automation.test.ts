import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import type { DryRun, RunStep, Seen } from '#contract/equipment/control-run.ts'
import { row } from '#server/db/database.ts'
import { evaluateTimers } from '#server/engines/automation/evaluate-triggers.ts'
import { connect, newDevice, report, type Field } from './devices.ts'
import { newMember, newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import type { Made } from './samples.ts'

let app: TestApp
let mine: Tenant
let sensor: Field
let sensing: MqttClient
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  mine = await newTenant(app)
  sensor = await newDevice(mine.admin, 'gateway_weather')
  sensing = await connect(app, sensor)
})
afterAll(async () => {
  await sensing.endAsync()
  await app.end()
})

type Valve = Field & { client: MqttClient; orders: number[] }
interface Run extends Made {
  state: string
  reason: string | null
  trigger: string
  personName: string | null
  steps: RunStep[]
  seen: Seen[]
  missed: number | null
  ruleName: string
  endedAt: string | null
}
const commands = 'v1/devices/me/commands'
/**
 * A valve that does as it is told, and what it was told. `isDeaf`: it takes the order and never
 * reports.
 */
async function newValve(isDeaf = false): Promise<Valve> {
  const device = await newDevice(mine.admin, 'electric_valve')
  const client = await connect(app, device)
  const orders: number[] = []
  client.on('message', (_topic, payload) => {
    const { value } = JSON.parse(payload.toString()) as { value: number }
    orders.push(value)
    if (!isDeaf) void report(client, { open: value })
  })
  await client.subscribeAsync(commands, { qos: 1 })
  return Object.assign(device, { client, orders })
}
const hot = (more: Record<string, unknown> = {}) => ({
  kind: 'device',
  deviceId: sensor.id,
  metric: 'airTemperature',
  operator: 'above',
  value: 30,
  ...more,
})
const open = (device: { id: number }, more: Record<string, unknown> = {}) => ({
  mode: 'serial',
  deviceId: device.id,
  channel: 'open',
  value: 1,
  ...more,
})
const newRule = (body: Record<string, unknown>) =>
  mine.admin.call<Made>('POST /wfpe/v1/{tenant}/control-rule', {
    name: unique('规则'),
    enabledFlag: 1,
    ...body,
  })
const runsOf = async (rule: Made) =>
  (
    await mine.admin.call<Page<Run>>('GET /wfpe/v1/{tenant}/control-run', {
      ruleId: String(rule.id),
      size: '0',
    })
  ).content
const runNow = (rule: Made) =>
  mine.admin.call<Run>(`POST /wfpe/v1/{tenant}/control-rule/${rule.id}/run`)
const within = { timeout: 6000, interval: 50 }
const ends = (rule: Made, ...states: (string | null)[][]) =>
  expect
    .poll(async () => (await runsOf(rule)).map(({ state, reason }) => [state, reason]), within)
    .toEqual(states)
const remove = ({ id }: Made) => mine.admin.call(`DELETE /wfpe/v1/{tenant}/control-rule/${id}`)
const set = (statement: ReturnType<typeof sql>) =>
  app.db.write(mine.id, (tx) => statement.execute(tx))

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
    const log = await mine.admin.call<CommandRow[]>(
      `GET /wfpe/v1/{tenant}/device/${valve.id}/commands`,
    )
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
    const dry = await mine.admin.call<DryRun>(
      `GET /wfpe/v1/{tenant}/control-rule/${rule.id}/dry-run`,
    )
    expect(dry).toMatchObject({
      reason: 'conditions',
      conditions: [{ present: 9, standing: 'fails' }],
      targets: [{ deviceName: valve.name, online: 1, wanted: 1 }],
    })
    expect(valve.orders).toEqual([])
    await report(sensing, { windSpeed: 3 })
    expect(
      await mine.admin.call<DryRun>(`GET /wfpe/v1/{tenant}/control-rule/${rule.id}/dry-run`),
    ).toMatchObject({ reason: null })
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
    expect((await runsOf(rule))[1]!.steps.map(({ state }) => state)).toEqual([
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
    const group = await mine.admin.call<Made>('POST /wfpe/v1/{tenant}/device-group', {
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
      (await runsOf(rule))[0]!.steps[0]!.targets.map(({ deviceId, state }) => [deviceId, state]),
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
    expect(
      await mine.admin.call<Made>(`GET /wfpe/v1/{tenant}/control-rule/${rule.id}`),
    ).toMatchObject({ state: 'paused' })
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
    await mine.admin.call(`POST /wfpe/v1/{tenant}/control-rule/${rule.id}/resume`)
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
        await mine.admin.send('POST /wfpe/v1/{tenant}/control-rule', {
          name: unique('规则'),
          actions: [open(valve)],
          ...body,
        })
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
    expect(
      (await member.send(`POST /wfpe/v1/{tenant}/control-rule/${rule.id}/run`)).statusCode,
    ).toBe(403)
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

describe('a moment that comes once', () => {
  const clock = (at: Date) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    })
      .format(at)
      .replace(' ', 'T')
  const stateOf = async (rule: Made) =>
    await mine.admin.call<{ state: string; nextRunAt: string | null }>(
      `GET /wfpe/v1/{tenant}/control-rule/${rule.id}`,
    )

  test('runs in the tenant’s zone, once, and the rule is done', async () => {
    const valve = await newValve()
    const at = Math.ceil((Date.now() + 3_600_000) / 60_000) * 60_000
    const cron = clock(new Date(at))
    const rule = await newRule({ triggers: [{ kind: 'timer', cron }], actions: [open(valve)] })
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, Date.now()))
    expect(await stateOf(rule)).toMatchObject({
      state: 'active',
      nextRunAt: new Date(at).toISOString(),
    })
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, at - 1))
    expect(await runsOf(rule)).toEqual([])
    for (const later of [500, 1500, 86_400_000])
      await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, at + later))
    expect(await runsOf(rule)).toHaveLength(1)
    expect(await stateOf(rule)).toMatchObject({ state: 'done', nextRunAt: null })
    // Its name may still be mended, and only another moment sets it going again.
    const row = await mine.admin.call<Made & { objectVersionNumber: number }>(
      `GET /wfpe/v1/{tenant}/control-rule/${rule.id}`,
    )
    const next = clock(new Date(at + 86_400_000))
    const body = { id: rule.id, name: unique('规则'), enabledFlag: 1, actions: [open(valve)] }
    const again = await mine.admin.send('PUT /wfpe/v1/{tenant}/control-rule', {
      ...body,
      objectVersionNumber: row.objectVersionNumber,
      triggers: [{ kind: 'timer', cron: next }],
    })
    expect(again.statusCode, again.body).toBe(200)
    expect(await stateOf(rule)).toMatchObject({ state: 'active' })
    await remove(rule)
  })

  test('that has passed, or that there is none of, is refused', async () => {
    const valve = await newValve()
    const refusal = async (cron: string) => {
      const answer = await mine.admin.send('POST /wfpe/v1/{tenant}/control-rule', {
        name: unique('规则'),
        triggers: [{ kind: 'timer', cron }],
        actions: [open(valve)],
      })
      return [answer.statusCode, Object.keys((answer.json() as { fields: object }).fields)]
    }
    expect(await refusal('2020-01-01T06:00')).toEqual([422, ['triggers']])
    expect(await refusal('2031-02-30T06:00')).toEqual([422, ['triggers']])
    expect(await refusal('2031-02-20T25:00')).toEqual([422, ['triggers']])
  })
})

describe('what is held for a time', () => {
  test('is taken back after it, and the next step comes then', async () => {
    const [valve, other] = [await newValve(), await newValve()]
    const rule = await newRule({ actions: [open(valve, { holdSeconds: 1 }), open(other)] })
    await runNow(rule)
    await expect.poll(() => valve.orders, within).toEqual([1])
    await expect.poll(() => valve.orders, within).toEqual([1, 0])
    await ends(rule, ['done', null])
    const [run] = await runsOf(rule)
    expect(
      run!.steps.map(({ value, delaySeconds, backOf, state }) => [
        value,
        delaySeconds,
        backOf ?? null,
        state,
      ]),
    ).toEqual([
      [1, 0, null, 'confirmed'],
      [0, 1, 0, 'confirmed'],
      [1, 0, null, 'confirmed'],
    ])
    expect(Date.parse(run!.steps[2]!.sentAt!)).toBeGreaterThanOrEqual(
      Date.parse(run!.steps[1]!.endedAt!),
    )
    await remove(rule)
  })

  test.each(['stopped', 'disabled', 'deleted'])(
    'is taken back at once where the rule is %s',
    async (how) => {
      const valve = await newValve()
      const rule = await newRule({ actions: [open(valve, { holdSeconds: 3600 }), open(valve)] })
      const begun = await runNow(rule)
      await expect
        .poll(async () => (await runsOf(rule))[0]!.steps[0]!.state, within)
        .toBe('confirmed')
      if (how === 'stopped')
        await mine.admin.call(`POST /wfpe/v1/{tenant}/control-run/${begun.id}/stop`)
      else if (how === 'deleted') await remove(rule)
      else {
        const row = await mine.admin.call<Made & { name: string }>(
          `GET /wfpe/v1/{tenant}/control-rule/${rule.id}`,
        )
        await mine.admin.call('PUT /wfpe/v1/{tenant}/control-rule', {
          id: row.id,
          objectVersionNumber: row.objectVersionNumber,
          name: row.name,
          enabledFlag: 0,
          actions: [open(valve, { holdSeconds: 3600 }), open(valve)],
        })
      }
      await expect.poll(() => valve.orders, within).toEqual([1, 0])
      await expect
        .poll(
          async () =>
            (await runsOf(rule)).map(({ state, reason, steps }) => [
              state,
              reason,
              ...steps.map((step) => step.state),
            ]),
          within,
        )
        .toEqual([
          [
            'interrupted',
            how === 'stopped' ? 'stopped' : 'disabled',
            'confirmed',
            'confirmed',
            'skipped',
          ],
        ])
      if (how !== 'deleted') await remove(rule)
    },
  )

  test('is taken back at once where it was never seen to begin, and the run goes no further', async () => {
    const deaf = await newValve(true)
    const other = await newValve()
    const rule = await newRule({
      actions: [open(deaf, { holdSeconds: 3600, stopFlag: 1 }), open(other)],
    })
    await runNow(rule)
    await expect.poll(() => deaf.orders, within).toEqual([1])
    await app.db.write(mine.id, (tx) =>
      sql`update device_command set expires_at = now() where device_id = ${deaf.id} and state <> 'confirmed'`.execute(
        tx,
      ),
    )
    await expect.poll(() => deaf.orders, within).toEqual([1, 0])
    await report(deaf.client, { open: 0 })
    await ends(rule, ['failed', 'stepFailed'])
    expect(other.orders).toEqual([])
    await remove(rule)
  })

  test('is something that can be taken back', async () => {
    const valve = await newValve()
    const answer = await mine.admin.send('POST /wfpe/v1/{tenant}/control-rule', {
      name: unique('规则'),
      actions: [open(valve, { value: 0, holdSeconds: 60 })],
    })
    expect(answer.statusCode).toBe(422)
  })
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
    .poll(
      async () =>
        (await mine.admin.call<DryRun>('POST /wfpe/v1/{tenant}/control-rule/dry-run', body))
          .conditions[0]!.standing,
    )
    .toBe('fails')
  const tried = await mine.admin.call<DryRun>('POST /wfpe/v1/{tenant}/control-rule/dry-run', body)
  expect(tried).toMatchObject({
    reason: 'conditions',
    targets: [
      { deviceName: valve.name, wanted: 1, delaySeconds: 0 },
      { wanted: 0, delaySeconds: 60 },
    ],
  })
  const names = (
    await mine.admin.call<Page<Made & { name: string }>>('GET /wfpe/v1/{tenant}/control-rule', {
      size: '0',
    })
  ).content.map(({ name }) => name)
  expect(names).not.toContain('x')
})

describe('several processes', () => {
  const due = (rule: Made, secondsAgo: number) =>
    set(
      sql`update control_rule_clock set next_at = now() - ${`${secondsAgo} seconds`}::interval
        where rule_id = ${rule.id}`,
    )
  const scheduled = (rule: Made) =>
    expect
      .poll(
        async () =>
          (await mine.admin.call<Made>(`GET /wfpe/v1/{tenant}/control-rule/${rule.id}`)).nextRunAt,
        within,
      )
      .toEqual(expect.any(String))

  test('run a timer once between them', async () => {
    const valve = await newValve()
    const rule = await newRule({
      triggers: [{ kind: 'timer', cron: '0 6 * * *' }],
      actions: [open(valve)],
    })
    await scheduled(rule)
    const other = await app.beside({ mqtt: undefined })
    await due(rule, 5)
    await Promise.all(
      [app, other].flatMap(({ automation }) => [automation.round(), automation.round()]),
    )
    await ends(rule, ['done', null])
    expect(valve.orders).toEqual([1])
    await other.close()
    await remove(rule)
    await valve.client.endAsync()
  })

  test('note what was missed, and do not run it late', async () => {
    const valve = await newDevice(mine.admin, 'electric_valve')
    const rule = await newRule({
      triggers: [{ kind: 'timer', cron: '0 * * * *' }],
      actions: [open(valve)],
    })
    await scheduled(rule)
    await set(
      sql`update control_rule_clock set next_at = date_trunc('hour', now()) - interval '3 hours'
        where rule_id = ${rule.id}`,
    )
    const now = new Date().setMinutes(30, 0, 0)
    await app.db.write(mine.id, (tx) => evaluateTimers(tx, mine.id, now))
    const runs = await runsOf(rule)
    expect(runs).toMatchObject([{ state: 'skipped', reason: 'missed', missed: 4 }])
    await remove(rule)
  })

  test('go on where one died between two steps', async () => {
    const valve = await newValve()
    const rule = await newRule({
      actions: [open(valve), open(valve, { value: 0, delaySeconds: 2 })],
    })
    await runNow(rule)
    await expect
      .poll(async () => (await runsOf(rule))[0]!.steps[0]!.state, within)
      .toBe('confirmed')
    await app.automation.stop()
    const other = await app.beside({ mqtt: undefined })
    await ends(rule, ['done', null])
    expect(valve.orders).toEqual([1, 0])

    await runNow(rule)
    await expect
      .poll(async () => (await runsOf(rule))[0]!.steps[0]!.state, within)
      .toBe('confirmed')
    await other.automation.stop()
    await set(
      sql`update control_run set began_at = now() - interval '11 minutes', steps = jsonb_set(steps,
        '{0,endedAt}', to_jsonb((now() - interval '10 minutes')::text)) where state = 'running'`,
    )
    const third = await app.beside({ mqtt: undefined })
    await ends(rule, ['interrupted', 'late'], ['done', null])
    expect((await runsOf(rule))[0]!.steps.map(({ state }) => state)).toEqual([
      'confirmed',
      'skipped',
    ])
    expect(valve.orders).toEqual([1, 0, 1])
    await Promise.all([other.close(), third.close()])
    await remove(rule)
    await valve.client.endAsync()
  }, 20_000)
})
