import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  alarmScreen,
  alarmPeople,
  acknowledgeAlarms,
  assignAlarm,
  clearAlarm,
  commentAlarm,
  muteAlarm,
} from '#contract/alarm/alarm-calls.ts'
import { area } from '#contract/farm/area.ts'
import { testContact } from '#contract/alarm/alarm-contact.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { rows } from '#server/db/database.ts'
import { isOnDuty } from '#server/modules/alarm/engine/contacts.ts'
import {
  alarmApp,
  bell,
  detailOf,
  later,
  listed,
  newContact,
  newRule,
  say,
  until,
} from './alarm-ground.ts'
import { newDevice } from './devices.ts'
import { newMember, newTenant, type TestApp } from './harness.ts'
import { make } from './samples.ts'

let app: TestApp
beforeAll(async () => {
  app = await alarmApp()
})

describe('people', () => {
  const raised = async (rule: Record<string, unknown> = {}) => {
    const tenant = await newTenant(app)
    const device = await newDevice(tenant.admin)
    await newRule(tenant.admin, rule)
    return {
      tenant,
      device,
      raise: async () => {
        await say(app, tenant, device, 40)
        return until(async () => (await listed(tenant.admin, { state: 'open' })).content[0])
      },
    }
  }
  test('acknowledge, assign, comment, mute and clear; all of it is in the journal, and in the audit log', async () => {
    const { tenant, raise } = await raised()
    const alarm = await raise()
    const { id } = alarm
    const people = await tenant.admin.call(alarmPeople)
    expect(
      await tenant.admin.call(acknowledgeAlarms, {
        ids: [alarm.id, alarm.id],
      }),
    ).toBe(1)
    expect(await tenant.admin.call(acknowledgeAlarms, { ids: [alarm.id] })).toBe(0)
    await tenant.admin.call(assignAlarm, { id, assigneeId: people[0]!.id })
    await tenant.admin.call(commentAlarm, { id, text: '已通知现场开天窗' })
    expect(
      (await tenant.admin.send(muteAlarm, { id, minutes: 120, reason: ' ' })).json().fields,
    ).toHaveProperty('reason')
    await tenant.admin.call(muteAlarm, { id, minutes: 120, reason: '检修' })
    await tenant.admin.call(clearAlarm, { id, reason: '误报' })
    expect((await tenant.admin.send(clearAlarm, { id, reason: '误报' })).statusCode).toBe(422)
    const { alarm: now, journal } = await detailOf(tenant.admin, alarm.id)
    expect(now).toMatchObject({
      state: 'cleared',
      assigneeName: people[0]!.name,
      muteReason: '检修',
    })
    expect(journal.map(({ kind }) => kind)).toEqual([
      'raised',
      'acknowledged',
      'assigned',
      'commented',
      'muted',
      'cleared',
    ])
    const audit = await tenant.admin.call(recordHistory, {
      entity: 'alarm',
      recordId: String(alarm.id),
    })
    expect(audit.content.map(({ action }) => action).sort()).toEqual([
      'acknowledged',
      'assigned',
      'cleared',
      'commented',
      'muted',
    ])
  })
  test('are told of what they could look up themselves: with the code, and of bases that they see', async () => {
    const { tenant, device, raise } = await raised()
    const sees = alarmScreen.permission!
    const [able, blind, near, far] = [
      await newMember(app, tenant, [sees]),
      await newMember(app, tenant, []),
      await newMember(app, tenant, [sees]),
      await newMember(app, tenant, [sees]),
    ]
    const elsewhere = await make(area, tenant.admin)
    const limit = (account: number, base: unknown) =>
      app.db.write(tenant.id, (tx) =>
        sql`update member set data_scope = 'areas', scope_area_ids = ${[base]}::bigint[]
          where account_id = ${account}`.execute(tx),
      )
    await limit(near.accountId, device.areaId)
    await limit(far.accountId, elsewhere.id)
    for (const [name, { accountId }] of Object.entries({ able, blind, near, far })) {
      const { id } = (
        await app.db.read(tenant.id, (tx) =>
          rows<{ id: number }>(tx, sql`select id from member where account_id = ${accountId}`),
        )
      )[0]!
      for (const channel of ['bell', 'sms'])
        await app.db.write(tenant.id, (tx) =>
          sql`insert into alarm_contact (name, user_id, channel, min_level, stage, enabled_flag)
            values (${`${name} ${channel}`}, ${id}, ${channel}, 1, 1, 1)`.execute(tx),
        )
    }
    const alarm = await raise()
    expect(
      (await detailOf(tenant.admin, alarm.id)).notices.map(({ contactName }) => contactName).sort(),
    ).toEqual(['able bell', 'able sms', 'near bell', 'near sms'])
    expect(
      await Promise.all([able, near, blind, far].map(async (one) => (await bell(one)).length)),
    ).toEqual([1, 1, 0, 0])
    // Who would never be told is named when the contact is tried.
    const contactOf = async (name: string) =>
      (
        await app.db.read(tenant.id, (tx) =>
          rows<{ id: number }>(tx, sql`select id from alarm_contact where name = ${name}`),
        )
      )[0]!.id
    const tried = async (name: string) =>
      (await tenant.admin.send(testContact, { id: await contactOf(name) })).statusCode
    expect([
      (await tenant.admin.send(testContact, { id: await contactOf('blind bell') })).json().code,
      await tried('able bell'),
    ]).toEqual(['alarm.cannot_see', 204])
    // Nor of the end, once it is taken away.
    await limit(near.accountId, elsewhere.id)
    await tenant.admin.call(clearAlarm, { id: alarm.id, reason: '误报' })
    expect((await bell(near)).length).toBe(1)
  })
  test('are told again when it repeats, the next in order when nobody acknowledges, and nobody of what is muted', async () => {
    const { tenant, raise } = await raised({ silenceSeconds: 1800, repeatFlag: 1 })
    await newContact(tenant, { name: '一线', escalateMinutes: 10 })
    await newContact(tenant, { name: '主管', stage: 2 })
    const alarm = await raise()
    const told = async () =>
      (await detailOf(tenant.admin, alarm.id)).notices.map(
        ({ kind, contactName }) => `${kind} ${contactName}`,
      )
    const now = Date.now()
    await later(app, tenant, now + 5 * 60_000)
    expect(await told()).toEqual(['raised 一线'])
    await later(app, tenant, now + 11 * 60_000)
    expect(await told()).toEqual(['raised 一线', 'escalated 主管'])
    await later(app, tenant, now + 42 * 60_000)
    expect(await told()).toEqual(['raised 一线', 'escalated 主管', 'repeat 一线', 'repeat 主管'])
    await tenant.admin.call(muteAlarm, { id: alarm.id, minutes: 600, reason: '停电检修' })
    await later(app, tenant, now + 90 * 60_000)
    expect((await told()).length).toBe(4)
  })
  test('hear a level that rises within the silence', async () => {
    const { tenant, device, raise } = await raised({ severeValue: 45, silenceSeconds: 3600 })
    await newContact(tenant)
    const alarm = await raise()
    await say(app, tenant, device, 41)
    await say(app, tenant, device, 46)
    await until(async () => (await detailOf(tenant.admin, alarm.id)).alarm.level === 3)
    expect((await detailOf(tenant.admin, alarm.id)).notices.map(({ kind }) => kind)).toEqual([
      'raised',
      'risen',
    ])
  })
  test('are those who are concerned and on duty', async () => {
    const at = (weekday: number, hour: number) => ({ weekday, hour })
    const night = { weekdays: ['5'], fromHour: 22, toHour: 6 }
    expect([
      isOnDuty(night, at(5, 23)),
      isOnDuty(night, at(6, 5)),
      isOnDuty(night, at(5, 5)),
      isOnDuty(night, at(6, 23)),
    ]).toEqual([true, true, false, false])
    const { tenant, device, raise } = await raised()
    await newContact(tenant, {
      name: '别处',
      areaIds: [(await newDevice(tenant.admin)).areaId as number],
    })
    await newContact(tenant, { name: '只管紧急', minLevel: 3 })
    await newContact(tenant, { name: '只管墒情', deviceTypes: ['soil'] })
    await newContact(tenant, { name: '本基地', areaIds: [device.areaId as number] })
    const alarm = await raise()
    expect(
      (await detailOf(tenant.admin, alarm.id)).notices.map(({ contactName }) => contactName),
    ).toEqual(['本基地'])
  })
  test('get one digest of a storm, and the console stays quick', async () => {
    const { tenant, device } = await raised({ silenceSeconds: 0 })
    await newContact(tenant)
    await app.db.write(tenant.id, (tx) =>
      sql`insert into device (name, device_type, eui, area_id)
        select '站 ' || n, 'gateway_weather', 'storm-' || n, ${device.areaId as number}
        from generate_series(1, 1000) n`.execute(tx),
    )
    const devices = await app.db.read(tenant.id, (tx) =>
      rows<{ id: number }>(tx, sql`select id from device where eui like 'storm-%'`),
    )
    const began = performance.now()
    await Promise.all(devices.map((one) => say(app, tenant, one, 40)))
    await until(
      async () => (await listed(tenant.admin, { size: '1' })).totalElements >= 1000,
      20_000,
    )
    const took = performance.now() - began
    const asked = performance.now()
    await listed(tenant.admin, { size: '10', state: 'open' })
    console.log(
      `1,000 alarms in ${Math.round(took)} ms; the list answers in ${Math.round(performance.now() - asked)} ms`,
    )
    expect((await bell(tenant.admin)).length).toBe(20)
    await app.db.write(tenant.id, (tx) =>
      sql`update alarm_notice set due_at = now() where kind = 'digest'`.execute(tx),
    )
    const subjects = await until(async () => {
      const found = (await bell(tenant.admin)).filter(({ subject }) => subject.includes('另有'))
      return found.length > 0 && found.map(({ subject }) => subject)
    }, 8000)
    expect(subjects).toEqual([expect.stringContaining('另有 980 条告警')])
  })
})
