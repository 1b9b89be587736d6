import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  invitationOf,
  ownInvitations,
  type IssuedCode,
} from '#contract/account/invitation.ts'
import { forgetPassword, sendPhoneCaptcha } from '#contract/account/sign-in.ts'
import { callOf } from '#contract/entity-calls.ts'
import { assignPermissions } from '#contract/system/permission-calls.ts'
import { role as roleEntity } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { row } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { Client } from '#server/demo/client.ts'
import { newMember, newTenant, unique } from './harness.ts'
import {
  administrators,
  app,
  invite,
  issue,
  memberOf,
  mine,
  redeem,
  roleWith,
} from './grant-ground.ts'

// Codes that open nothing are counted as guesses.
beforeEach(() => app.db.platform((tx) => sql`delete from attempt`.execute(tx)))
const sentTo = async (phone: string) =>
  (await app.db.platform((tx) =>
    row<{ code: string }>(
      tx,
      sql`select substring(text from '[0-9]{6}') as code from sms_outbox where phone = ${phone}
        order by id desc limit 1`,
    ),
  ))!.code

describe('a code opens no more than whoever handed it out may', () => {
  const clerkCodes = [user.permissions.create, user.permissions.list] as string[]
  const edit = async (member: number, more: object) => {
    const found = await mine.admin.call(callOf(user, 'show'), { id: member })
    return mine.admin.call(callOf(user, 'edit'), {
      id: member,
      objectVersionNumber: found.objectVersionNumber,
      realName: found.realName,
      roleIds: found.roleIds,
      ...more,
    })
  }
  /** A clerk's code for somebody whom they invited, and what is then done with it. */
  const invited = async () => {
    const clerk = await newMember(app, mine, clerkCodes)
    const role = await roleWith(clerkCodes.slice(1))
    const made = await invite(clerk, [role])
    const { code } = (await issue(clerk, made.id)).json<IssuedCode>()
    const other = await newTenant(app)
    const opens = async () => {
      const before = await new Client(app.http).send(invitationOf, { code: code! })
      const accepted = await (
        await newMember(app, other, [])
      ).send(acceptInvitation, { code: code! })
      const redeemed = await redeem(code!, { loginName: unique('own') })
      return [before, accepted, redeemed].map(({ statusCode }) => statusCode)
    }
    return { clerk, role, made, opens }
  }
  const nothing = [422, 422, 422]
  test('as long as nothing has changed it opens, once', async () => {
    expect(await (await invited()).opens()).toEqual([200, 200, 422])
  })
  test.each([
    ['a role that the clerk has not', async () => ({ roleIds: [await administrators()] })],
    ['another reach', async () => ({ dataScope: 'own' })],
    ['no way in', async () => ({ enabledFlag: 0 })],
  ])('not once the invited person has %s', async (_what, change) => {
    const { made, opens } = await invited()
    await edit(made.id, await change())
    expect(await opens()).toEqual(nothing)
  })
  test('not once their role has grown', async () => {
    const { role, opens } = await invited()
    const { objectVersionNumber } = await mine.admin.call(callOf(roleEntity, 'show'), { id: role })
    await mine.admin.call(assignPermissions, {
      id: role,
      codes: [...clerkCodes, roleEntity.permissions.assign],
      objectVersionNumber,
    })
    expect(await opens()).toEqual(nothing)
  })
  test.each([
    ['is dismissed', sql`enabled_flag = 0`],
    ['sees less than the invited person', sql`data_scope = 'own'`],
  ])('not once the clerk %s', async (_what, values) => {
    const { clerk, opens } = await invited()
    await app.db.write(mine.id, async (tx) => {
      await sql`update member set ${values} where account_id = ${clerk.accountId}`.execute(tx)
      await raiseRights(tx, mine.id)
    })
    expect(await opens()).toEqual(nothing)
  })
  test('nor by the phone that it was sent to', async () => {
    const number = `135${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`
    const holder = await newMember(app, await newTenant(app), [])
    await app.db.platform((tx) =>
      sql`update account set phone = ${number} where id = ${holder.accountId}`.execute(tx),
    )
    const clerk = await newMember(app, mine, clerkCodes)
    const made = await invite(clerk, [await roleWith([])], { phone: number })
    await issue(clerk, made.id)
    const [seen] = await holder.call(ownInvitations)
    await app.db.write(mine.id, (tx) =>
      sql`update member set enabled_flag = 0 where account_id = ${clerk.accountId}`.execute(tx),
    )
    expect(await holder.call(ownInvitations)).toEqual([])
    expect((await holder.send(acceptInvitation, { id: seen!.id })).statusCode).toBe(422)
  })
  test('a code for a password that was lost dies with the next password, however it is set', async () => {
    const number = `134${String(Math.trunc(performance.now() * 1000) % 100_000_000).padStart(8, '0')}`
    const who = await newMember(app, mine, [])
    await app.db.platform((tx) =>
      sql`update account set phone = ${number} where id = ${who.accountId}`.execute(tx),
    )
    const { code } = (await issue(mine.admin, (await memberOf(who)).id)).json<IssuedCode>()
    const anyone = new Client(app.http)
    const { captchaKey } = await anyone.call(sendPhoneCaptcha, {
      phone: number,
      purpose: 'password',
    })
    const captcha = await sentTo(number)
    await anyone.call(forgetPassword, {
      phone: number,
      captchaKey: captchaKey!,
      captcha,
      password: await anyone.seal('Winter#2027'),
    })
    expect((await redeem(code!)).json().code).toBe('invitation.invalid')
    await anyone.signIn(who.loginName, 'Winter#2027')
  })
})
