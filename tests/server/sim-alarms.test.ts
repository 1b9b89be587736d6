import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { simCard } from '#contract/connectivity/sim.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { user } from '#contract/system/user.ts'
import { callOf } from '#contract/entity-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { tellOfCards } from '#server/modules/alarm/engine/sim-cards.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import { newDevice } from './devices.ts'
import { newTenant, startApp, unique, type Tenant, type TestApp } from './harness.ts'
import type { Made } from './samples.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.end())

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
let last = 10_000
const card = ({ admin }: Tenant, more: Record<string, unknown> = {}) =>
  admin.call(callOf(simCard, 'create'), {
    iccid: `89860622190055${(last += 1)}`.padEnd(20, '0'),
    carrier: 'chinaMobile',
    state: 'activatable',
    quotaMb: 100,
    usedMb: 10,
    expiresOn: day(200),
    ...more,
  })
async function contact({ admin }: Tenant, more: Record<string, unknown> = {}): Promise<Made> {
  const members = await admin.call(callOf(user, 'list'), { size: 0 })
  return admin.call(callOf(alarmContact, 'create'), {
    name: unique('值班'),
    userId: members.content[0]!.id,
    channel: 'bell',
    minLevel: 1,
    stage: 1,
    enabledFlag: 1,
    ...more,
  })
}
const bell = async ({ admin }: Tenant) =>
  (await admin.call(messages, { size: 50, withContent: '1' })).content
const look = async (tenant: Tenant, now?: number) => {
  await app.db.write(tenant.id, (tx) => tellOfCards(tx, tenant.id, equipmentText, now))
  return (await bell(tenant)).length
}
const change = async (
  { id, admin }: Tenant,
  cardId: number,
  set: { expiresOn?: string; usedMb?: number },
) => {
  const { expiresOn, usedMb } = {
    ...(await admin.call(callOf(simCard, 'show'), { id: cardId })),
    ...set,
  }
  await app.db.write(id, (tx) =>
    sql`update sim_card set expires_on = ${expiresOn}::date, used_mb = ${usedMb} where id = ${cardId}`.execute(
      tx,
    ),
  )
}

test('each step to the end of a card, or of its plan, rings once, and again only after a renewal', async () => {
  const mine = await newTenant(app)
  await contact(mine)
  const { id, iccid } = await card(mine)
  expect(await look(mine)).toBe(0)
  await change(mine, id, { expiresOn: day(29) })
  expect([await look(mine), await look(mine)]).toEqual([1, 1])
  const [first] = await bell(mine)
  expect(first!.subject).toBe(`【警告】物联网卡30 天内到期：${String(iccid)}`)
  expect(first!.content).toContain(`/system/sim-manage/info/${id}`)
  await change(mine, id, { expiresOn: day(6), usedMb: 85 })
  // Two steps of one card are one message.
  expect([await look(mine), await look(mine)]).toEqual([2, 2])
  await change(mine, id, { expiresOn: day(-1) })
  expect(await look(mine)).toBe(3)
  await change(mine, id, { expiresOn: day(300), usedMb: 3 })
  expect(await look(mine)).toBe(3)
  await change(mine, id, { expiresOn: day(20) })
  expect(await look(mine)).toBe(4)
  await change(mine, id, { usedMb: 100 })
  expect(await look(mine)).toBe(5)
  expect((await bell(mine))[0]!.subject).toContain('【紧急】物联网卡流量已用完')
})

test('whoever is not on duty, not concerned or told by other means is not rung; what waits is told when somebody is there', async () => {
  const mine = await newTenant(app)
  const base = await newDevice(mine.admin, 'gateway')
  await contact(mine, { fromHour: 8, toHour: 9 })
  await contact(mine, { areaIds: [base.areaId] })
  await contact(mine, { channel: 'dingtalk', minLevel: 3 })
  await card(mine, { expiresOn: day(10) })
  const at = (hour: number) => Date.parse(`${day(0)}T${String(hour).padStart(2, '0')}:30:00+08:00`)
  expect([await look(mine, at(12)), await look(mine, at(8)), await look(mine, at(8))]).toEqual([
    0, 1, 1,
  ])
  const { iccid } = await card(mine, { expiresOn: day(3) })
  await app.db.write(mine.id, (tx) =>
    sql`update device set iccid = ${iccid} where id = ${base.id}`.execute(tx),
  )
  expect(await look(mine, at(12))).toBe(2)
  const notices = await app.db.read(mine.id, (tx) =>
    rows<{ channel: string; state: string }>(
      tx,
      sql`select channel, state from alarm_notice where kind = 'card' order by id`,
    ),
  )
  expect(notices).toEqual([
    { channel: 'bell', state: 'sent' },
    { channel: 'bell', state: 'sent' },
    { channel: 'dingtalk', state: 'queued' },
  ])
})

test('many cards are one message, and the watch finds them by itself', async () => {
  const mine = await newTenant(app)
  await contact(mine)
  await Promise.all(Array.from({ length: 25 }, () => card(mine, { expiresOn: day(5) })))
  await app.alarms.stop()
  const beside = await app.beside()
  await expect.poll(async () => (await bell(mine)).length, { timeout: 8000 }).toBe(1)
  const [message] = await bell(mine)
  expect(message!.subject).toBe('【紧急】25 张物联网卡需要处理')
  expect(message!.content).toContain('另有 5 张')
  const told = await app.db.read(mine.id, (tx) =>
    row<{ n: number }>(tx, sql`select count(*)::int as n from sim_card where told_expiry = 2`),
  )
  expect([told!.n, beside.http.server.listening]).toEqual([25, false])
})
