import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loraNetwork, renewLoraToken } from '#contract/connectivity/lora.ts'
import { callOf } from '#contract/entity-calls.ts'
import { latestValues } from '#contract/equipment/device-calls.ts'
import { row } from '#server/db/database.ts'
import { deliverDue } from '#server/modules/alarm/engine/deliver.ts'
import { say } from './alarm-ground.ts'
import { newDevice, type Field } from './devices.ts'
import { unique } from './harness.ts'
import { app, mine, poison, told, within } from './poison-ground.ts'

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
  const { id } = await mine.admin.call(callOf(loraNetwork, 'create'), {
    name: unique('网络'),
    enabledFlag: 1,
  })
  const { token } = await mine.admin.call(renewLoraToken, { id })
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
  const latest = (device: Field) => mine.admin.call(latestValues, { id: device.id })
  expect((await latest(good)).map(({ metric }) => metric)).toContain('batteryVoltage')
  expect(await latest(bad)).toEqual([])
})
