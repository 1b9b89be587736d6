import { user } from '#contract/system/user.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit } from '#contract/inventory/unit.ts'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { row } from '#server/db/database.ts'
import { dump } from '#server/db/dump/dump.ts'
import { Client } from '#server/demo/client.ts'
import { fillDemo } from '#server/demo/index.ts'
import { demoPassword, firstTenant } from '#server/demo/people.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { Partitions } from '#server/modules/telemetry/engine/partitions.ts'
import { startApp } from './harness.ts'
import { leaver, past, releaseSecret } from './released.ts'

// npm run release:data: what this version leaves behind for the ones after it, which
// upgrade.test.ts brings forward on every run.
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('what a release leaves behind is a whole demo, and small', { timeout: 180_000 }, async () => {
  const app = await startApp({ secret: releaseSecret })
  const folder = mkdtempSync(join(scratchDir(), 'furrow-release-'))
  try {
    await fillDemo(app.http, app.db, () => undefined)
    const { id: one } = (await app.db.platform((tx) =>
      row<{ id: number }>(
        tx,
        sql`select id from tenant where tenant_name = ${firstTenant.tenantName}`,
      ),
    ))!
    await new Partitions(app.db).need([Date.now() - 400 * 60_000, Date.now()])
    await app.db.write(one, (tx) =>
      sql`insert into telemetry_report (tenant_id, device_id, at, metrics, measured)
        select ${one}::bigint, (select min(id) from device), now() - n * interval '1 minute',
        '{airTemperature}', array[n / 7.0] from generate_series(1, 400) n`.execute(tx),
    )
    // Somebody who has left, and whose name stands in what they did.
    const storekeeper = await new Client(app.http).signIn(leaver, demoPassword)
    await storekeeper.call(callOf(unit, 'create'), { code: 'LEFT', name: '箩筐' })
    const admin = await new Client(app.http).signIn(firstTenant.admin.loginName, demoPassword)
    const {
      content: [found],
    } = await admin.call(callOf(user, 'list'), { loginName: leaver })
    await admin.call(callOf(user, 'delete'), { id: found!.id })
    const file = process.env.FURROW_RELEASE
      ? `tests/server/released/${version}.dump`
      : join(folder, 'release.dump')
    // Last: the engine, which looks every three seconds, ends alarms that nothing bears out.
    await app.db.write(one, async (tx) => {
      for (const statement of past) await sql.raw(statement).execute(tx)
    })
    const made = await dump({
      ownerUrl: app.owner,
      store: diskStore(app.filesDir),
      file,
      version,
      secrets: Buffer.from(JSON.stringify({ secret: releaseSecret })),
    })
    const filled = new Set(made.parts.filter(({ count }) => count > 0).map(({ table }) => table))
    for (const { table } of made.parts)
      if (/^(alarm|telemetry|device_(message|offline))(_|$)/.test(table) && table !== 'alarm_robot')
        expect([table, filled.has(table)]).toEqual([table, true])
    expect(filled.size).toBeGreaterThan(60)
    expect(made.missing).toEqual([])
    expect(statSync(file).size).toBeLessThan(1_600_000)
  } finally {
    await app.end()
    rmSync(folder, { recursive: true, force: true })
  }
})
