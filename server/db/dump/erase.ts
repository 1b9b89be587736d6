import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { quoted, steady, tablesOf, turnTo, type Bytes } from './catalogue.ts'

/**
 * Takes rows away in whatever order the keys between them allow. Errors: throws when none is left
 * that does.
 */
async function removeAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let waiting = [...statements]; waiting.length > 0;) {
    const later: string[] = []
    for (const statement of waiting) {
      await client.query('savepoint one')
      await client.query(statement).catch(async (error: { code?: string }) => {
        if (error.code !== '23503' && error.code !== '23001') throw error
        await client.query('rollback to savepoint one')
        later.push(statement)
      })
    }
    if (later.length === waiting.length)
      throw new Error(`Rows hold each other: ${later.join('; ')}`)
    waiting = later
  }
}

async function within<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`begin; ${steady}`)
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function tenantName(ownerUrl: string, tenant: number): Promise<string | null> {
  return within(ownerUrl, async (client) => {
    await turnTo(client, 0)
    return (
      (
        await client.query<{ name: string }>(
          'select tenant_name as name from tenant where id = $1',
          [tenant],
        )
      ).rows[0]?.name ?? null
    )
  })
}

/** Kinds of counters that are keyed by what is nobody's name: networks, tenants. */
const keyedOtherwise = [
  'network',
  'sms',
  'alarm-sms-tenant',
  'sms-unconfirmed',
  'device',
  'device-network',
]
interface Person {
  id: number
  realName: string
  loginName: string | null
  phone: string | null
  invitedLoginName: string | null
  invitedPhone: string | null
}
const person = `id::int as id, real_name as "realName", login_name as "loginName", phone, invited_login_name as "invitedLoginName",
  invited_phone as "invitedPhone"`
/** What is kept by a name or a number alone: counters, codes, and the texts they were sent in. */
async function forgetNames(client: pg.Client, people: readonly Person[]): Promise<void> {
  const phones = people.flatMap((one) => [one.phone, one.invitedPhone]).filter((one) => one)
  const names = people
    .flatMap((one) => [one.loginName?.toLowerCase(), one.invitedLoginName?.toLowerCase()])
    .filter((one) => one)
  for (const table of ['sms_code', 'sms_outbox'])
    await client.query(`delete from ${table} where phone = any($1)`, [phones])
  // `<kind>:<whose>` or `<kind>:<whose>|<network>`, whatever the kind.
  await client.query(
    `delete from attempt where split_part(key, ':', 1) <> all($2)
      and split_part(substr(key, strpos(key, ':') + 1), '|', 1) = any($1)`,
    [
      [...phones, ...names, ...people.flatMap(({ id }) => [`otp ${id}`, `present ${id}`])],
      keyedOtherwise,
    ],
  )
}

/** What the console made of a tenant's files, and what was being sent to it. */
async function removeBeside(filesDir: string, tenant: number): Promise<void> {
  for (const [folder, start] of [
    ['resized', `${tenant}-`],
    ['incoming', `part-${tenant}-`],
  ] as const)
    for (const name of await readdir(join(filesDir, folder)).catch(() => []))
      if (name.startsWith(start)) await rm(join(filesDir, folder, name), { force: true })
}

/**
 * Takes a tenant away: its rows, its files, and whom no other tenant knows. All of it or nothing;
 * the bytes after it.
 */
export async function eraseTenant(
  ownerUrl: string,
  store: Bytes,
  filesDir: string,
  tenant: number,
): Promise<{ people: number; files: number }> {
  const { people, keys } = await within(ownerUrl, async (client) => {
    await turnTo(client, tenant)
    const keys = (
      await client.query<{ key: string }>('select key from file where tenant_id = $1', [tenant])
    ).rows.map(({ key }) => key)
    const alone = (
      await client.query<Person>(
        `select ${person} from account a join known_account k on k.account_id = a.id and k.tenant_id = $1
      where a.operator_flag = 0 and not exists (select 1 from known_account o where o.account_id = a.id and o.tenant_id <> $1)`,
        [tenant],
      )
    ).rows
    await client.query('update account set default_tenant_id = null where default_tenant_id = $1', [
      tenant,
    ])
    const tables = (await tablesOf(client)).filter(
      ({ isOfTenant, name }) => isOfTenant && name !== 'tenant' && name !== 'account',
    )
    // Cameras and devices name each other.
    await client.query('set constraints all deferred')
    await removeAll(client, [
      `delete from session where tenant_id = ${tenant}`,
      ...tables.map(({ name }) => `delete from ${quoted(name)} where tenant_id = ${tenant}`),
    ])
    await turnTo(client, 0)
    await removeAll(client, [
      `delete from tenant where id = ${tenant}`,
      ...(alone.length > 0
        ? [`delete from account where id = any('{${alone.map(({ id }) => id).join(',')}}')`]
        : []),
    ])
    await forgetNames(client, alone)
    await client.query('delete from attempt where key = any($1) or key ~ $2', [
      [`alarm-sms-tenant:${tenant}`, `sms-unconfirmed:${tenant}`],
      `^(name|pair):camera share ${tenant}/`,
    ])
    return { people: alone.length, keys }
  })
  for (const key of keys) await store.remove(`${tenant}/${key}`)
  await removeBeside(filesDir, tenant)
  return { people, files: keys.length }
}

const nobody = 'Erased'
/** Columns of tenants' tables that hold somebody's name, and whose account it is of. */
export const namesBeside = [
  ['audit', 'real_name', 'account_id'],
  ['device_command', 'person_name', 'created_by'],
  ['control_run', 'person_name', 'created_by'],
  ['alarm_notice', 'contact_name', 'account_id'],
  ['approval_task', 'person_name', 'account_id'],
  ['approval_event', 'person_name', 'account_id'],
] as const
/**
 * Takes a person out of their account: name, phone, picture, password and sessions go; what they
 * did stays, by nobody's name.
 */
export async function eraseAccount(ownerUrl: string, loginName: string): Promise<number> {
  return within(ownerUrl, async (client) => {
    await turnTo(client, 0)
    const {
      rows: [found],
    } = await client.query<Person>(
      `select ${person} from account where lower(login_name) = lower($1)`,
      [loginName],
    )
    if (!found) throw new Error(`Nobody signs in as ${loginName}.`)
    const { id } = found
    const tenants = (
      await client.query<{ id: string }>('select id from tenant order by id')
    ).rows.map((row) => Number(row.id))
    await client.query(
      `update account set login_name = $2, real_name = $3, phone = null, invited_login_name = null, invited_phone = null, image_url = null, password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      enabled_flag = 0, object_version_number = object_version_number + 1 where id = $1`,
      [id, `erased-${id}`, nobody],
    )
    // The account's row stays, so what hangs on it does not go by itself: ways in, devices, codes.
    for (const table of [
      'session',
      'account_code',
      'account_factor',
      'account_recovery',
      'account_device',
      'account_network',
      'new_device',
      'account_identity',
      'sign_in_ticket',
      'oidc_flow',
    ])
      await client.query(`delete from ${table} where account_id = $1`, [id])
    await forgetNames(client, [found])
    for (const tenant of tenants) {
      await turnTo(client, tenant)
      for (const [table, name, account] of namesBeside)
        await client.query(
          `update ${quoted(table)} set ${quoted(name)} = $2 where ${quoted(account)} = $1 and tenant_id = $3 and ${quoted(name)} is not null`,
          [id, nobody, tenant],
        )
      // What was done to them says who they were, too.
      await client.query(
        `update audit set title = $2, before = before - $4::text[], after = after - $4::text[] where tenant_id = $3
          and ((entity = 'account' and record_id = $1::bigint::text) or (entity = 'user' and record_id in (select id::text from member where account_id = $1::bigint and tenant_id = $3)))`,
        [id, nobody, tenant, ['realName', 'loginName', 'phone', 'imageUrl']],
      )
      const ids = (
        await client.query<{ id: string }>(
          'select id::text from member where account_id = $1 and tenant_id = $2',
          [id, tenant],
        )
      ).rows.map((one) => one.id)
      // Whom alarms reach is called as somebody wrote it: by their name, as a rule. So is what was theirs once.
      await client.query(
        `update audit set title = $3, before = before - $4::text[], after = after - $4::text[]
          where tenant_id = $2 and entity = 'alarmContact' and record_id in (
            select id::text from alarm_contact where tenant_id = $2 and user_id::text = any($1)
            union select record_id from audit where tenant_id = $2 and entity = 'alarmContact'
              and (before ->> 'userId' = any($1) or after ->> 'userId' = any($1)))`,
        [ids, tenant, nobody, ['name', 'confirmedPhone']],
      )
      await client.query(
        `update alarm_contact set name = $3, confirmed_phone = null,
          object_version_number = object_version_number + 1
          where tenant_id = $2 and user_id::text = any($1)`,
        [ids, tenant, nobody],
      )
      // A record that named them was noted with their name beside the number.
      for (const side of ['before', 'after'])
        await client.query(
          `update audit set ${side} = (select jsonb_object_agg(key, case
              when key !~ 'Name$' or not coalesce($1::text[] @> array[${side} ->> left(key, -4)]
                or jsonb_typeof(value) = 'array', false) then value
              when value = to_jsonb($2::text) then to_jsonb($4::text)
              when jsonb_typeof(value) = 'array' then
                (select coalesce(jsonb_agg(case when one = to_jsonb($2::text) then to_jsonb($4::text) else one end
                  order by at), '[]') from jsonb_array_elements(value) with ordinality as e (one, at))
              else value end) from jsonb_each(${side}))
            where tenant_id = $3 and jsonb_typeof(${side}) = 'object' and strpos(${side}::text, to_jsonb($2::text)::text) > 0`,
          [ids, found.realName, tenant, nobody],
        )
      await client.query(
        'update member set enabled_flag = 0 where account_id = $1 and tenant_id = $2',
        [id, tenant],
      )
      for (const table of [
        'user_message',
        'message_setting',
        'message_sending',
        'list_preference',
        'home_setting',
        'menu_theme',
        'favorite',
      ])
        await client.query(`delete from ${table} where account_id = $1 and tenant_id = $2`, [
          id,
          tenant,
        ])
      // A view that others use stays theirs.
      await client.query(
        `delete from list_view where account_id = $1 and tenant_id = $2 and scope = 'mine'`,
        [id, tenant],
      )
      await client.query(
        'update tenant set permission_version = permission_version + 1 where id = $1',
        [tenant],
      )
    }
    return id
  })
}
