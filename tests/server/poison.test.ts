import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import type { HeldSetting } from '#contract/equipment/setting-calls.ts'
import type { AlarmRow } from '#contract/equipment/alarm-calls.ts'
import { row } from '#server/db/database.ts'
import { onFault } from '#server/db/parts.ts'
import { deliverDue } from '#server/engines/alarm/deliver.ts'
import { sweepSilent } from '#server/engines/telemetry/silence.ts'
import { newRule as newAlarmRule, say } from './alarm-ground.ts'
import { listen, newDevice, report, type Field } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import type { Made } from './samples.ts'

// One row that nothing can be done with, before others in every queue and loop: the others go their
// way, and it is said.
let app: TestApp
let mine: Tenant
let owner: pg.Client
const faults: string[] = []
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0 } })
  mine = await newTenant(app)
  owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
  onFault((what, error) => faults.push(`${what}: ${(error as Error).message}`))
})
afterAll(async () => {
  await owner.end()
  await app.end()
})

let poisons = 0
/** From now on the database refuses every change of a table's rows for which `when` is true. */
async function poison(table: string, when: string, timing = 'insert or update'): Promise<void> {
  const name = `poison_${++poisons}`
  await owner.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin if ${when} then raise exception 'poisoned'; end if; return new; end $$`,
  )
  await owner.query(
    `create trigger ${name} before ${timing} on ${table} for each row execute function ${name}()`,
  )
}
const put = (device: Field, values: Record<string, number>) =>
  mine.admin.send(`PUT /wfpe/v1/{tenant}/device/${device.id}/settings`, { values })
const held = async (device: Field, channel: string) =>
  (await mine.admin.call<HeldSetting[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/settings`)).find(
    (one) => one.channel === channel,
  )!.command
const within = { timeout: 8000, interval: 50 }
const told = (what: RegExp) =>
  expect.poll(() => faults.some((line) => what.test(line)), within).toBe(true)

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
    mine.admin.call<Made>('POST /wfpe/v1/{tenant}/control-rule', {
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
        (
          await mine.admin.call<Page<Made>>('GET /wfpe/v1/{tenant}/control-run', {
            ruleId: String(good.id),
          })
        ).content.length,
      within,
    )
    .toBe(1)
  await told(new RegExp(`clock of rule ${bad.id}: poisoned`))
  await told(new RegExp(`clock of rule ${broken.id}: `))
  await mine.admin.call(`DELETE /wfpe/v1/{tenant}/control-rule/${broken.id}`)
})

test('values set a rule off although another one’s limit cannot be kept, and are not forgotten by trying twice', async () => {
  const sensor = await newDevice(mine.admin)
  const valve = await newDevice(mine.admin, 'electric_valve')
  const make = (value: number) =>
    mine.admin.call<Made>('POST /wfpe/v1/{tenant}/control-rule', {
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
        (
          await mine.admin.call<Page<Made>>('GET /wfpe/v1/{tenant}/control-run', {
            ruleId: String(good.id),
          })
        ).content.length,
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
    (await mine.admin.call<Page<AlarmRow>>('GET /wfpe/v1/{tenant}/alarm', { size: '100' })).content
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
  expect(await theirs.admin.call(`GET /wfpe/v1/{tenant}/device/${second.id}`)).toMatchObject({
    online: 0,
  })
})

test('a listener that throws neither keeps values from being stored nor stops the lane', async () => {
  const sensor = await newDevice(mine.admin)
  let isThrowing = true
  app.ingestQueue.onStored(() => {
    if (isThrowing) throw new Error('a listener')
  })
  await say(app, mine, sensor, 1)
  await say(app, mine, sensor, 2)
  isThrowing = false
  await told(/^what was told of stored values: a listener/)
})

test('a job’s failure tells who asked nothing of statements, and the next job runs', async () => {
  app.jobs.on(
    'poisoned',
    () => null,
    async ({ tenant }) => {
      await app.db.write(tenant, (tx) =>
        sql`select secret_column from job where id = 'x'`.execute(tx),
      )
      return {}
    },
  )
  app.jobs.on(
    'healthy',
    () => null,
    async () => ({ message: 'done' }),
  )
  const enqueue = (kind: string) =>
    app.db.write(mine.id, (tx) =>
      row<{ id: number }>(
        tx,
        sql`insert into job (account_id, kind, input) values (${mine.adminAccount}, ${kind}, '{}'::jsonb) returning id`,
      ),
    )
  const [bad, good] = [(await enqueue('poisoned'))!, (await enqueue('healthy'))!]
  await app.jobs.work()
  const stand = (id: number) =>
    app.db.read(mine.id, (tx) =>
      row<{ state: string; message: string | null }>(
        tx,
        sql`select state, message from job where id = ${id}`,
      ),
    )
  expect(await stand(bad.id)).toEqual({ state: 'failed', message: null })
  expect(await stand(good.id)).toEqual({ state: 'done', message: 'done' })
  await told(/^job \d+ \(poisoned\): .*secret_column/)
})

test('a notice whose end cannot be written keeps no other waiting, and is not told for ever', async () => {
  const sms: string[] = []
  const delivery = {
    say: (() => 'x') as never,
    sms: { send: async (phone: string) => void sms.push(phone) },
    secret: 's',
    outgoing: null as never,
  }
  const queue = (body: string) =>
    app.db.write(mine.id, (tx) =>
      row<{ id: number }>(
        tx,
        sql`insert into alarm_notice (kind, contact_name, account_id, channel, subject, body, state,
          due_at) values ('digest', 'x', ${mine.adminAccount}, 'bell', ${body}, ${body}, 'queued',
          now() - interval '1 minute') returning id`,
      ),
    )
  const [bad, good] = [(await queue('bad'))!, (await queue('good'))!]
  await poison(
    'alarm_notice',
    `new.id = ${bad.id} and (new.state in ('sent', 'failed') or new.error is not null)`,
  )
  const stand = (id: number) =>
    app.db.read(mine.id, (tx) =>
      row<{ state: string; attempts: number }>(
        tx,
        sql`select state, attempts from alarm_notice where id = ${id}`,
      ),
    )
  for (let round = 0; round < 8; round++) {
    await deliverDue(app.db, mine.id, delivery)
    await app.db.write(mine.id, (tx) =>
      sql`update alarm_notice set due_at = now() - interval '1 second' where id = ${bad.id}`.execute(
        tx,
      ),
    )
  }
  expect(await stand(good.id)).toEqual({ state: 'sent', attempts: 1 })
  expect((await stand(bad.id))!.attempts).toBe(5)
  await told(new RegExp(`alarm notice ${bad.id}: poisoned`))
})

test('a case that cannot be moved on keeps no other case waiting', async () => {
  const open = (title: string, thirdId: number) =>
    app.db.write(mine.id, (tx) =>
      row<{ id: number }>(
        tx,
        sql`with p as (insert into approval_process (name, form_code, nodes)
          values (${unique('流程')}, 'transfer', '[]') returning id),
    v as (insert into approval_version (process_id, version, name, form_code, nodes)
    select id, 1, 'x', 'transfer', '[{"key": "a", "kind": "approver", "parent": "", "name": "n", "source": "users", "mode": "any", "userIds": [], "timeoutAction": "remind", "timeoutHours": 2}]' from p returning process_id),
    c as (insert into approval_case (process_id, version, form_code, third_id, title, submitter_id,
    submit_name) select process_id, 1, 'transfer', ${thirdId}, ${title}, ${mine.adminAccount}, 'x' from v returning id)
    insert into approval_task (case_id, step, node_key, node_name, account_id, person_name,
    position, state, due_at) select id, 0, 'a', 'n', ${mine.adminAccount}, 'x', 0, 1,
    now() - interval '1 second' from c returning case_id as id`,
      ),
    )
  const [bad, good] = [(await open('bad', 900_001))!, (await open('good', 900_002))!]
  await poison('approval_event', `new.case_id = ${bad.id}`)
  await app.approvals.round()
  await expect
    .poll(
      () =>
        app.db.read(
          mine.id,
          async (tx) =>
            (await row<{ count: number }>(
              tx,
              sql`select count(*)::int as count from approval_event where case_id = ${good.id} and kind = 'reminded'`,
            ))!.count,
        ),
      within,
    )
    .toBe(1)
  await told(/^approval task \d+: poisoned/)
})

test('a node whose values cannot be stored keeps no other node’s from being stored', async () => {
  const { id } = await mine.admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/lora-network', {
    name: unique('网络'),
    enabledFlag: 1,
  })
  const { token } = await mine.admin.call<{ token: string }>(
    `PUT /wfpe/v1/{tenant}/lora-network/${id}/token`,
  )
  const [badEui, goodEui] = ['a8404100000000e1', 'a8404100000000e2']
  const bad = await newDevice(mine.admin, 'lorawan_node', { eui: badEui })
  const good = await newDevice(mine.admin, 'lorawan_node', { eui: goodEui })
  await poison('device_message', `new.device_id = ${bad.id}`)
  await poison('device_latest', `new.device_id = ${bad.id}`)
  const push = (devEui: string) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/lorawan?event=up',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        deduplicationId: unique('d'),
        time: new Date().toISOString(),
        deviceInfo: { deviceName: 'n', devEui },
        fPort: 2,
        fCnt: 1,
        data: 'AA==',
        object: { batteryVoltage: 3.6 },
        rxInfo: [{ gatewayId: 'g', rssi: -80, snr: 4 }],
      },
    })
  const [, answered] = await Promise.all([push(badEui), push(goodEui), push(badEui), push(goodEui)])
  expect(answered!.statusCode).toBe(204)
  const latest = (device: Field) =>
    mine.admin.call<{ metric: string }[]>(`GET /wfpe/v1/{tenant}/device/${device.id}/latest`)
  expect((await latest(good)).map(({ metric }) => metric)).toContain('batteryVoltage')
  expect(await latest(bad)).toEqual([])
})
