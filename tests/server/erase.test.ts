import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callOf } from '#contract/entity-calls.ts'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { sendPhoneCaptcha, accountPurposes } from '#contract/account/sign-in.ts'
import { row } from '#server/db/database.ts'
import { eraseAccount, eraseTenant } from '#server/db/dump/erase.ts'
import { mayInvite, takeSms } from '#server/http/sms-limit.ts'
import { Client } from '#server/demo/client.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { newMember, newTenant, startApp, unique, type Tenant } from './harness.ts'
import { foundInDatabase, plant, planted } from './planted.ts'

const app = await startApp()
afterAll(() => app.end())
const one = await newTenant(app)
const other = await newTenant(app)

/** Somebody whose number stands wherever one may stand, and who guessed and was guessed at. */
async function wellKnown(tenant: Tenant, phone: string) {
  const member = await newMember(app, tenant, [])
  await app.db.platform((tx) =>
    sql`update account set phone = ${phone} where id = ${member.accountId}`.execute(tx),
  )
  const { id: userId } = (await app.db.read(tenant.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from member where account_id = ${member.accountId}`),
  ))!
  const contact = { channel: 'sms' as const, minLevel: 1 as const, stage: 1 }
  const name = `值班 ${unique('李建国')}`
  const { id } = await tenant.admin.call(callOf(alarmContact, 'create'), {
    name,
    userId,
    ...contact,
  })
  // And one that is somebody else's by now, and one that is no more.
  const { id: adminId } = (await app.db.read(tenant.id, (tx) =>
    row<{ id: number }>(
      tx,
      sql`select id from member where account_id <> ${member.accountId} order by id limit 1`,
    ),
  ))!
  for (const change of ['edit', 'delete'] as const) {
    const made = await tenant.admin.call(callOf(alarmContact, 'create'), {
      ...contact,
      name,
      userId,
    })
    await (change === 'edit'
      ? tenant.admin.call(callOf(alarmContact, 'edit'), {
          ...contact,
          id: made.id,
          objectVersionNumber: made.objectVersionNumber,
          name: '换人',
          channel: 'bell',
          userId: adminId,
        })
      : tenant.admin.call(callOf(alarmContact, 'delete'), { id: made.id }))
  }
  await app.db.write(tenant.id, (tx) =>
    sql`update alarm_contact set confirmed_phone = ${phone} where id = ${id}`.execute(tx),
  )
  for (const name of [member.loginName, phone])
    await new Client(app.http).signIn(name, 'Wrong#2026').catch(() => undefined)
  for (const purpose of accountPurposes)
    await new Client(app.http).send(sendPhoneCaptcha, { phone, purpose })
  await takeSms(app.db, tenant.id, phone)
  await app.db.platform((tx) => mayInvite(tx, tenant.id, phone))
  plant('phone', phone)
  plant('login name', member.loginName)
  plant('contact', name)
  return member
}

test('of an erased person neither number nor name is left anywhere', async () => {
  const { loginName } = await wellKnown(one, '13512340077')
  expect((await foundInDatabase(app)).map((found) => found.split(':')[0])).toEqual(
    expect.arrayContaining([
      'account.phone',
      'alarm_contact.confirmed_phone',
      'alarm_contact.name',
      'attempt.key',
    ]),
  )
  await eraseAccount(app.owner, loginName)
  expect(await foundInDatabase(app)).toEqual([])
  // Of whom the contact is by now, the name stays.
  expect(
    (await one.admin.call(callOf(alarmContact, 'list'))).content.map(({ name }) => name),
  ).toEqual(expect.arrayContaining(['Erased', '换人']))
})

test('of an erased tenant nothing is left, counters and small pictures among it', async () => {
  planted.clear()
  await wellKnown(one, '13512340078')
  for (const { id } of [one, other])
    for (const [folder, name] of [
      ['resized', `${id}-abc.png-80x80.webp`],
      ['incoming', `part-${id}-7-abc`],
    ] as const) {
      mkdirSync(join(app.filesDir, folder), { recursive: true })
      writeFileSync(join(app.filesDir, folder, name), 'x')
    }
  await eraseTenant(app.owner, diskStore(app.filesDir), app.filesDir, one.id)
  expect(await foundInDatabase(app)).toEqual([])
  const left = ['resized', 'incoming'].flatMap((folder) => readdirSync(join(app.filesDir, folder)))
  expect(left.sort()).toEqual([`${other.id}-abc.png-80x80.webp`, `part-${other.id}-7-abc`])
  expect(
    await app.db.platform((tx) =>
      row(
        tx,
        sql`select key from attempt where key ~ ${`-tenant:${one.id}$|unconfirmed:${one.id}$`}`,
      ),
    ),
  ).toBeNull()
})
