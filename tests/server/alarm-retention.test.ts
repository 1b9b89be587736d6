import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCorporation, saveCorporation } from '#contract/account/tenant.ts'
import { row, rows } from '#server/db/database.ts'
import { trimAlarms } from '#server/modules/telemetry/engine/retention.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let short: Tenant
let usual: Tenant
beforeAll(async () => {
  app = await startApp()
  short = await newTenant(app)
  usual = await newTenant(app)
})
afterAll(() => app.end())
const keep = async ({ admin }: Tenant, alarmDays?: number) => {
  const { tenantName, timeZone, telemetryMonths, objectVersionNumber } =
    await admin.call(getCorporation)
  return admin.send(saveCorporation, {
    tenantName,
    timeZone,
    telemetryMonths,
    objectVersionNumber,
    alarmDays,
  })
}
/**
 * Alarms that began and, unless open, were over so many days ago, each with a remark and a notice.
 */
async function past(
  tenant: Tenant,
  days: readonly number[],
  state: 'cleared' | 'active' = 'cleared',
): Promise<void> {
  const device = await newDevice(tenant.admin)
  await app.db.write(tenant.id, async (tx) => {
    for (const day of days) {
      const at = sql`now() - ${`${day} days`}::interval`
      const { id } = (await row<{ id: number }>(
        tx,
        sql`insert into alarm (rule_name, device_id, device_name, device_type, trigger, limits,
          action, level, state, began_at, last_at, cleared_at)
        values (${`${state} ${day}`}, ${device.id}, 'd', 'gateway_weather', 'offline', '{}',
        'alarm', 1, ${state}, ${at}, ${at}, ${state === 'cleared' ? at : null}) returning id`,
      ))!
      await sql`insert into alarm_journal (alarm_id, kind, detail) values (${id}, 'commented', '{}')`.execute(
        tx,
      )
      await sql`insert into alarm_notice (alarm_id, kind, contact_name, account_id, channel,
        subject, body, state) values (${id}, 'raised', 'c', 1, 'bell', '', '', 'sent')`.execute(tx)
    }
  })
}
const kept = (tenant: Tenant) =>
  app.db.read(tenant.id, async (tx) => {
    const names = (
      await rows<{ ruleName: string }>(
        tx,
        sql`select rule_name from alarm order by began_at desc, rule_name`,
      )
    ).map(({ ruleName }) => ruleName)
    const written = await row<{ journal: number; notices: number }>(
      tx,
      sql`select (select count(*)::int from alarm_journal) as journal, (select count(*)::int
        from alarm_notice) as notices`,
    )
    return [names, written!.journal, written!.notices]
  })

test('alarms that are over go with what was written about them when their tenant keeps them no longer; open ones never', async () => {
  expect((await keep(short, 90)).statusCode).toBe(200)
  expect(await usual.admin.call(getCorporation)).toMatchObject({ alarmDays: 365 })
  for (const tenant of [short, usual]) {
    await past(tenant, [10, 100, 400])
    await past(tenant, [1000], 'active')
  }
  expect(await trimAlarms(app.db)).toBe(3)
  expect(await kept(short)).toEqual([['cleared 10', 'active 1000'], 2, 2])
  expect(await kept(usual)).toEqual([['cleared 10', 'cleared 100', 'active 1000'], 3, 3])
  expect(await trimAlarms(app.db)).toBe(0)
})

test('the days are thirty to ten years, and stay as they are where they are left out', async () => {
  for (const wrong of [0, 29, 3651, 40.5]) expect((await keep(usual, wrong)).statusCode).toBe(400)
  expect((await keep(short)).statusCode).toBe(200)
  expect(await short.admin.call(getCorporation)).toMatchObject({ alarmDays: 90 })
})
