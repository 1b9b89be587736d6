import { sql } from 'kysely'
import { redeemInvitation } from '#contract/account/invitation.ts'
import { assignPermissions, resetPassword } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { callOf } from '#contract/entity-calls.ts'
import { user } from '#contract/system/user.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { unique, type Tenant } from './harness.ts'
import type { Made } from './samples.ts'

export const { app, mine } = await oneFarm()
export interface Person extends Made {
  roleIds: number[]
  realName: string
  phone: string | null
  joinedFlag: 0 | 1
}
export const memberOf = async (who: { accountId: number }, tenant = mine) =>
  app.db.read(
    tenant.id,
    async (tx) =>
      (await row<{ id: number; objectVersionNumber: number }>(
        tx,
        sql`select id, object_version_number from member where account_id = ${who.accountId}`,
      ))!,
  )
export const person = async (who: { accountId: number }, tenant = mine) =>
  tenant.admin.call(callOf(user, 'show'), { id: (await memberOf(who, tenant)).id })
export const roleWith = async (codes: readonly string[], tenant: Tenant = mine) => {
  const made = await tenant.admin.call(callOf(role, 'create'), {
    code: unique('role'),
    name: 'r',
    enabledFlag: 1,
  })
  await tenant.admin.call(assignPermissions, {
    id: made.id,
    codes: [...codes],
    objectVersionNumber: made.objectVersionNumber,
  })
  return made.id
}
export const administrators = async (tenant = mine) =>
  (await tenant.admin.call(callOf(role, 'list'), { size: 0 })).content.find(
    (one) => one.builtinFlag === 1,
  )!.id
export const invite = async (client: Client, roleIds: number[], more: object = {}) =>
  client.call(callOf(user, 'create'), {
    loginName: unique('p'),
    realName: '新人',
    roleIds,
    enabledFlag: 1,
    ...more,
  })
export const issue = (client: Client, id: number) => client.send(resetPassword, { id })
export const redeem = async (code: string, more: object = {}) => {
  const anyone = new Client(app.http)
  return anyone.send(redeemInvitation, {
    code,
    password: await anyone.seal('Autumn#2027'),
    ...more,
  })
}
