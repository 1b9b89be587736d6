import { sql } from 'kysely'
import type { Page } from '#contract/call.ts'
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
  tenant.admin.call<Person>(`GET /iam/v1/{tenant}/users/${(await memberOf(who, tenant)).id}`)
export const roleWith = async (codes: readonly string[], tenant: Tenant = mine) => {
  const made = await tenant.admin.call<Made>('POST /iam/v1/{tenant}/roles', {
    code: unique('role'),
    name: 'r',
    enabledFlag: 1,
  })
  await tenant.admin.call(`PUT /iam/v1/{tenant}/roles/${made.id}/permissions`, {
    codes,
    objectVersionNumber: made.objectVersionNumber,
  })
  return made.id
}
export const administrators = async (tenant = mine) =>
  (await tenant.admin.call<Page<Made>>('GET /iam/v1/{tenant}/roles', { size: '0' })).content.find(
    (one) => one.builtinFlag === 1,
  )!.id
export const invite = async (client: Client, roleIds: number[], more: object = {}) =>
  client.call<Person>('POST /iam/v1/{tenant}/users', {
    loginName: unique('p'),
    realName: '新人',
    roleIds,
    enabledFlag: 1,
    ...more,
  })
export const issue = (client: Client, id: number) =>
  client.send(`POST /iam/v1/{tenant}/users/${id}/reset-password`)
export const redeem = async (code: string, more: object = {}) => {
  const anyone = new Client(app.http)
  return anyone.send('POST /oauth/public/invitation/redeem', {
    code,
    password: await anyone.seal('Autumn#2027'),
    ...more,
  })
}
