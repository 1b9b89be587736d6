import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/equipment/device.ts'
import { lastingCodes } from '#contract/lasting.ts'
import { checkResources } from '#contract/account/menus.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { newMember, newTenant, type Tenant } from './harness.ts'
import { Digest } from './matrix-digest.ts'
import { newOwner } from './matrix-owner.ts'
import { differing, fire, isStream, shotOf } from './matrix.ts'
import { app, every } from './privilege-ground.ts'

describe('every call there is', () => {
  /** Makes each call once, those that delete in the end, and answers which tables of people and rights are others then. */
  async function sweep(tenant: Tenant, client: Client): Promise<string[]> {
    const owner = await newOwner(app, tenant)
    const digest = await Digest.open(app)
    const stands = await digest.of(tenant.id)
    const writing = app.served.filter(
      (served) =>
        !isStream(served) &&
        !served.endpoint.startsWith('GET') &&
        served.access !== 'public' &&
        served.endpoint.includes('{tenant}'),
    )
    for (const isLast of [false, true])
      for (const served of writing.filter(
        ({ endpoint }) => endpoint.startsWith('DELETE') === isLast,
      ))
        await fire(client, shotOf(served, owner))
    const changed = differing(stands, await digest.of(tenant.id))
    await digest.end()
    return changed.filter((table) =>
      /^(account|member|role|device_credential|screen_pass)(_|$)/.test(table),
    )
  }
  const power = [...lastingCodes]
  test(
    'made by whoever holds all codes but those over people and keys changes nothing of them',
    { timeout: 180_000 },
    async () => {
      const tenant = await newTenant(app)
      const client = await newMember(
        app,
        tenant,
        every.filter(
          (code) =>
            !power.includes(code) &&
            !code.endsWith('tenant-screen') &&
            code !== device.permissions.delete &&
            !code.endsWith('ps.delete') &&
            !/ps\.(bulkDel|remove|removeNode)$/.test(code),
        ),
      )
      expect(await sweep(tenant, client)).toEqual([])
      const held = async () =>
        (await client.call(checkResources, power)).filter(({ approve }) => approve)
      expect(await held()).toEqual([])
      // Their flows ask whom they like, and who decides gets nothing but that: no code, and no key.
      expect(
        (await app.db.read(tenant.id, (tx) =>
          row<{ count: number }>(
            tx,
            sql`select count(*)::int as count from approval_process where created_by = ${client.accountId}`,
          ),
        ))!.count,
      ).toBeGreaterThan(0)
    },
  )
  test(
    'made by the administrator changes them, and the sweep sees it',
    { timeout: 180_000 },
    async () => {
      const tenant = await newTenant(app)
      expect((await sweep(tenant, tenant.admin)).length).toBeGreaterThan(3)
    },
  )
})
