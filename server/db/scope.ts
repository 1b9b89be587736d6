import { sql } from 'kysely'
import { row, rows, type Scope, type Sql, type Tx } from './database.ts'
import { HttpError } from './http-error.ts'

interface Reach {
  dataScope: string
  scopeAreaIds: number[]
}
/** What is looked at of a person to know which rows they see. */
export interface Limited extends Reach {
  roleIds: readonly number[]
}

/**
 * Which rows somebody sees: what their own membership says, else what their roles say together.
 * null: all of the tenant's.
 * `roles`: a query for the ids of the roles that count; `isLooking`: as one of them, whoever looks.
 */
export async function scopeOf(
  tx: Tx,
  account: number,
  roles: Sql,
  isLooking: boolean,
): Promise<Scope | null> {
  const member = await row<Reach & { organizationId: number | null }>(
    tx,
    sql`select data_scope, scope_area_ids, organization_id from member where account_id = ${account}`,
  )
  const sets =
    member && !isLooking && member.dataScope !== 'roles'
      ? [member]
      : await rows<Reach>(
          tx,
          sql`select case when builtin_flag = 1 then 'all' else data_scope end as data_scope,
            scope_area_ids from role where id in (${roles})`,
        )
  if (sets.some(({ dataScope }) => dataScope === 'all')) return null
  const areas = new Set(
    sets.flatMap(({ dataScope, scopeAreaIds }) => (dataScope === 'areas' ? scopeAreaIds : [])),
  )
  if (member?.organizationId && sets.some(({ dataScope }) => dataScope === 'organization')) {
    const run = await rows<{ id: number }>(
      tx,
      sql`with recursive below as (select id from organization where id = ${member.organizationId}
      union select o.id from organization o join below b on o.parent_id = b.id) select id from area
      where organization_id in (select id from below)`,
    )
    for (const { id } of run) areas.add(id)
  }
  return {
    account,
    areas: [...areas].sort((a, b) => a - b),
    own: sets.some(({ dataScope }) => dataScope === 'own'),
  }
}

/**
 * What is seen by two measures at once. A row that each lets through for another reason (its base,
 * its author) is left out: rather less than more.
 */
export function scopeWithin(one: Scope | null, other: Scope | null): Scope | null {
  if (one === null || other === null) return one ?? other
  return {
    account: one.account,
    areas: one.areas.filter((id) => other.areas.includes(id)),
    own: one.own && other.own,
  }
}

/** Nobody lets others see more than they see themselves. Errors: 403 when they would. */
export function requireNarrower(giver: Scope | null, given: Partial<Reach> | null): void {
  if (giver === null || given === null) return
  const isWithin =
    given.dataScope === 'areas'
      ? (given.scopeAreaIds ?? []).every((id) => giver.areas.includes(id))
      : given.dataScope === 'own' && giver.own
  if (!isWithin) throw new HttpError(403, 'grant.scope')
}
const reachesOfRoles = (tx: Tx, roles: readonly number[]) =>
  rows<Reach>(
    tx,
    sql`select distinct case when builtin_flag = 1 then 'all' else data_scope end as data_scope,
      scope_area_ids from role where id = any(${[...roles]}::bigint[]) order by 1, 2`,
  )
/** The same of roles that are handed out. */
export async function requireNarrowerRoles(
  tx: Tx,
  giver: Scope | null,
  roles: readonly number[],
): Promise<void> {
  if (giver === null || roles.length === 0) return
  for (const one of await reachesOfRoles(tx, roles)) requireNarrower(giver, one)
}

/** What a person's own membership says, else what their roles say, those too that rest. */
export const reachesOf = async (tx: Tx, person: Limited): Promise<Reach[]> =>
  person.dataScope === 'roles'
    ? reachesOfRoles(tx, person.roleIds)
    : [{ dataScope: person.dataScope, scopeAreaIds: person.scopeAreaIds }]
/** The same of a person. */
export async function requireNarrowerPerson(
  tx: Tx,
  giver: Scope | null,
  person: Limited,
): Promise<void> {
  if (giver === null) return
  for (const one of await reachesOf(tx, person)) requireNarrower(giver, one)
}
/** The same of everybody whom a condition on `member_view v` finds. */
export async function requireNarrowerPeople(
  tx: Tx,
  giver: Scope | null,
  condition: Sql,
): Promise<void> {
  if (giver === null) return
  for (const one of await rows<Limited>(
    tx,
    sql`select data_scope, scope_area_ids, role_ids from member_view v where ${condition}`,
  ))
    await requireNarrowerPerson(tx, giver, one)
}

/**
 * Those of these rows of a table that somebody with this scope sees, asked within a transaction that
 * sees the whole tenant.
 */
export async function rowsIn(
  tx: Tx,
  scope: Scope | null,
  table: 'camera' | 'device',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (scope === null) return new Set(ids)
  await setScope(tx, scope)
  try {
    return new Set(
      (
        await rows<{ id: number }>(
          tx,
          sql`select id from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`,
        )
      ).map(({ id }) => id),
    )
  } finally {
    await setScope(tx, null)
  }
}
export const devicesIn = (tx: Tx, scope: Scope | null, ids: readonly number[]) =>
  rowsIn(tx, scope, 'device', ids)

/**
 * Does something that belongs to the tenant as a whole within a transaction of somebody who sees
 * part of it. The caller answers for what is done there, and tells nothing of what is read.
 */
export async function wholeTenant<T>(
  tx: Tx,
  scope: Scope | null,
  work: () => Promise<T>,
): Promise<T> {
  if (scope === null) return work()
  await setScope(tx, null)
  try {
    return await work()
  } finally {
    await setScope(tx, scope)
  }
}
const setScope = (tx: Tx, scope: Scope | null) =>
  sql`select set_config('app.areas', ${scope === null ? '' : `{${scope.areas.join(',')}}`}, true),
    set_config('app.own', ${scope?.own ? 'on' : ''}, true)`.execute(tx)
