import { sql } from 'kysely'
import { entities } from '#contract/domains.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'
import { make } from './samples.ts'
import { fill, type Rows } from './strangers.ts'

export const made: Rows = new Map()
const everyCode = [...moduleOfCode.keys()]

/** Somebody with every code who sees what `set` says. */
export async function limited(set: {
  dataScope: string
  areas?: number[]
  organizationId?: number
}) {
  const member = await newMember(app, mine, everyCode)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = ${set.dataScope},
      scope_area_ids = ${set.areas ?? []}::bigint[], organization_id = ${set.organizationId ?? null}
      where account_id = ${member.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  return member
}
export const { app, mine } = await oneFarm({ liveBeat: 300 })
// Only calls may change anything here.
await app.rest()
await fill(made, mine.admin)
const area = entities.find(({ name }) => name === 'area')!
export const elsewhere = await make(area, mine.admin)
export const stranger = await limited({ dataScope: 'areas', areas: [elsewhere.id] })
export const scoped = new Set(
  (
    await app.db.platform((tx) =>
      rows<{ name: string }>(
        tx,
        sql`select tablename as name from pg_policies where policyname = 'in_scope'`,
      ),
    )
  ).map(({ name }) => name),
)
