import pg from 'pg'

const ours = "'public'::regnamespace"
const rights = (acl: string, kind: string, owner: string) =>
  `(select coalesce(string_agg(coalesce(g.rolname, 'public') || ' ' || x.privilege_type, ', ' order by g.rolname, x.privilege_type), '') from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) x left join pg_roles g on g.oid = x.grantee)`

/**
 * What a database is made of, one line for each thing; months of telemetry, which the clock makes,
 * left out.
 */
const statements = [
  `select format('%s %s by %s, rows %s%s, %s: %s', c.relkind, c.relname, pg_get_userbyid(c.relowner), c.relrowsecurity, c.relforcerowsecurity, coalesce(array_to_string(c.reloptions, ','), ''), ${rights('c.relacl', 'r', 'c.relowner')})
    from pg_class c where c.relnamespace = ${ours} and c.relkind in ('r', 'p', 'v', 'S', 'm') and not c.relispartition`,
  `select format('column %s.%s %s%s%s%s default %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${ours} and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  `select format('%s of %s: %s %s', k.conname, c.relname, pg_get_constraintdef(k.oid), k.convalidated) from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = ${ours} and not c.relispartition and k.contype <> 'n'`,
  `select i.indexdef from pg_indexes i join pg_class c on c.relname = i.tablename and c.relnamespace = ${ours} where i.schemaname = 'public' and not c.relispartition`,
  `select format('policy %s on %s %s %s to %s using %s check %s', policyname, tablename, permissive, cmd, roles, qual, with_check) from pg_policies where tablename !~ '^telemetry_\\d{4}_\\d{2}$'`,
  `select format('%s by %s: %s', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner), ${rights('p.proacl', 'f', 'p.proowner')}) from pg_proc p where p.pronamespace = ${ours}`,
  `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${ours} and not c.relispartition and not t.tgisinternal`,
  // A view of a whole table lists the columns in the table's order, which says nothing.
  `select format('view %s: %s', v.viewname, (select string_agg(line, ' ' order by line) from unnest(string_to_array(replace(v.definition, ',', ''), E'\\n')) line)) from pg_views v where v.schemaname = 'public'`,
]

export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const lines: string[] = []
    for (const statement of statements)
      lines.push(
        ...(
          await client.query<{ line: string }>(`select line from (${statement}) found (line)`)
        ).rows.map(({ line }) => line),
      )
    return lines.sort()
  } finally {
    await client.end()
  }
}
