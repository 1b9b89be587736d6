import { sql } from 'kysely'
import { documentNumberDefaults } from '#contract/inventory/document-number-rule.ts'
import { modules } from '#contract/screen.ts'
import { row, type Tx } from '#server/db/database.ts'

interface NewAccount {
  loginName: string
  realName: string
  phone: string | null
  passwordHash: string
  /** Where it starts; gives nobody power over it. An operator has none. */
  defaultTenantId: number | null
  isOperator?: boolean
}
export async function createAccount(tx: Tx, a: NewAccount): Promise<number> {
  const made = await row<{ id: number }>(
    tx,
    sql`insert into account (login_name, real_name, phone, password_hash, default_tenant_id, operator_flag)
    values (${a.loginName}, ${a.realName}, ${a.phone}, ${a.passwordHash}, ${a.defaultTenantId},
    ${a.isOperator ? 1 : 0}) returning id`,
  )
  return made!.id
}

const standardModules = [modules.farm, modules.inventory, modules.company]

/**
 * A tenant with its administrator role and its head organisation, and the transaction turned to
 * that tenant.
 * `accountOf` makes or finds the first administrator once the tenant's id is known.
 */
export async function createTenant(
  tx: Tx,
  name: string,
  subModules: readonly string[],
  roleName: string,
  accountOf: (tenant: number) => Promise<number>,
): Promise<{ tenantId: number; accountId: number }> {
  const insert = () =>
    row<{ id: number }>(
      tx,
      sql`insert into tenant (tenant_num, tenant_name, sub_modules)
      values ('T' || to_char(now(), 'YYMMDD') || lpad((floor(random() * 1e6))::text, 6, '0'), ${name},
      ${subModules.length ? [...subModules] : standardModules})
      on conflict (tenant_num) do nothing returning id`,
    )
  // Some other tenant of the day may have the number already.
  let made = await insert()
  while (!made) made = await insert()
  const tenantId = made.id
  const accountId = await accountOf(tenantId)
  await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(tx)
  const organization = await row<{ id: number }>(
    tx,
    sql`insert into organization (name, created_by) values (${name}, ${accountId}) returning id`,
  )
  const role = await row<{ id: number }>(
    tx,
    sql`insert into role (code, name, builtin_flag, created_by)
      values ('admin', ${roleName}, 1, ${accountId}) returning id`,
  )
  await addMember(tx, accountId, organization!.id, [role!.id], accountId)
  const rules = Object.entries(documentNumberDefaults).map(
    ([kind, { prefix, period, digits }]) =>
      sql`(${kind}, ${prefix}, ${period}, ${digits}::integer)`,
  )
  await sql`insert into document_number_rule (kind, prefix, period, digits) values ${sql.join(rules)}`.execute(
    tx,
  )
  return { tenantId, accountId }
}

export async function addMember(
  tx: Tx,
  account: number,
  organization: number | null,
  roles: readonly number[],
  by: number | null,
): Promise<number> {
  const member = await row<{ id: number }>(
    tx,
    sql`insert into member (account_id, organization_id, created_by, last_updated_by)
      values (${account}, ${organization}, ${by}, ${by}) returning id`,
  )
  await setRoles(tx, member!.id, roles)
  return member!.id
}
export async function setRoles(tx: Tx, member: number, roles: readonly number[]): Promise<void> {
  await sql`delete from member_role where member_id = ${member} and role_id <> all(${[...roles]}::bigint[])`.execute(
    tx,
  )
  await sql`insert into member_role (member_id, role_id)
    select ${member}, unnest(${[...roles]}::bigint[]) on conflict do nothing`.execute(tx)
}
