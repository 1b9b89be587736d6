import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { alarms, alarmDetail } from '#contract/alarm/alarm-calls.ts'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { user } from '#contract/system/user.ts'
import { callOf } from '#contract/entity-calls.ts'
import { rows } from '#server/db/database.ts'
import type { App } from '#server/app.ts'
import type { Client } from '#server/demo/client.ts'
import { watch } from '#server/modules/alarm/engine/watch.ts'
import { ruleFields, type Rule } from '#server/modules/alarm/engine/rules.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import type { Field } from './devices.ts'
import { startApp, unique, type Tenant, type TestApp } from './harness.ts'
import type { Made } from './samples.ts'

/** A server that tells robots at home too, for all tests of a file. */
export async function alarmApp(): Promise<TestApp> {
  const app = await startApp({
    mqtt: { host: '127.0.0.1', port: 0 },
    privateRobots: true,
    liveBeat: 300,
  })
  afterAll(() => app.end())
  return app
}

export const until = async <T>(
  look: () => Promise<T | null | undefined | false>,
  ms = 5000,
): Promise<T> => {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error('it did not come to pass')
    await wait(25)
  }
}
export const newRule = (admin: Client, more: Record<string, unknown>) =>
  admin.call(callOf(alarmRule, 'create'), {
    name: unique('规则'),
    level: 2,
    deviceType: 'gateway_weather',
    trigger: 'threshold',
    metric: 'airTemperature',
    operator: 'above',
    value: 35,
    enabledFlag: 1,
    ...more,
  })
export async function newContact(
  tenant: Tenant,
  more: Record<string, unknown> = {},
): Promise<Made> {
  const members = await tenant.admin.call(callOf(user, 'list'), { size: 0 })
  return tenant.admin.call(callOf(alarmContact, 'create'), {
    name: unique('值班'),
    userId: members.content[0]!.id,
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    enabledFlag: 1,
    ...more,
  })
}
export const listed = (admin: Client, query: Record<string, string> = {}) =>
  admin.call(alarms, { size: 100, ...query })
export const detailOf = (admin: Client, id: number) => admin.call(alarmDetail, { id })
export const bell = async (admin: Client) =>
  (await admin.call(messages, { size: 200, withContent: '1' })).content
/** One value of a device as if the broker had stored it. */
export const say = (
  on: App,
  tenant: Tenant,
  device: Pick<Field, 'id'>,
  value: number,
  at = Date.now(),
  metric = 'airTemperature',
) =>
  new Promise<void>((done, fail) =>
    on.ingestQueue.message(
      tenant.id,
      {
        device: device.id,
        points: [{ metric, at, value, clock: 0 }],
        problems: [],
        bytes: 1,
        text: '{}',
        receivedAt: Date.now(),
      },
      (error) => (error ? fail(error) : done()),
    ),
  )
/** What time brings about, as if it were later. */
export const later = async (app: App, tenant: Tenant, now: number) => {
  const rules = await app.db.read(tenant.id, (tx) =>
    rows<Rule>(tx, sql`select ${ruleFields} from alarm_rule where enabled_flag = 1`),
  )
  await until(() =>
    app.db.write(tenant.id, (tx) => watch(tx, tenant.id, rules, equipmentText, { now })),
  )
}
