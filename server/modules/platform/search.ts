import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { hitsPerKind, search, type SearchHit } from '#contract/platform/search-calls.ts'
import { entities, screens } from '#contract/domains.ts'
import { snake } from '#server/db/case.ts'
import { belongs, sourceOf } from '#server/db/columns.ts'
import { contains } from '#server/db/conditions.ts'
import { rows, type Sql } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Names, numbers and codes are short; longer texts are read, not searched. */
const longest = 64
const searched = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, { kind, max = 0 }]) => kind === 'phone' || (kind === 'text' && max <= longest))
    .map(([name]) => name)

/**
 * Of more matches than this only so many are weighed: one letter in a list of 700,000 would weigh
 * them all.
 */
const mostWeighed = 500

/** The best few of one kind: the very name first, then what begins so, then what holds it. */
function hitsIn(entity: Entity, q: string): Sql {
  const title = sql`t.${sql.ref(snake(entity.title))}::text`
  const others = searched(entity)
    .filter((name) => name !== entity.title)
    .map((name) => sql`t.${sql.ref(snake(name))}::text`)
  const pattern = contains(q)
  const detail = others.length
    ? sql`case ${sql.join(
        others.map((column) => sql`when ${column} ilike ${pattern} then ${column}`),
        sql` `,
      )} end`
    : sql`null`
  const where = sql.join(
    [title, ...others].map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )
  return sql`(select ${entity.name}::text as entity, t.id, ${title} as title, ${detail} as detail,
    case when lower(${title}) = lower(${q}) then 0 when ${title} ilike ${pattern.slice(1)} then 1 when ${title} ilike ${pattern} then 2 else 3 end as rank
    from (select * from ${sql.table(sourceOf(entity))} t
    where ${sql.join([...belongs(entity), sql`(${where})`], sql` and `)} limit ${mostWeighed}) t
    order by rank, t.id desc limit ${hitsPerKind})`
}

/** One question over everything that the caller may list. */
export function serveSearch(app: Services): void {
  // Logs, which nobody writes in, are filtered and not searched.
  const listed = entities.filter(
    (entity) => entity.api.create && screens.some((screen) => screen.entity === entity.name),
  )
  serve(app, search, async ({ q }, { read, codes }) => {
    const allowed = listed.filter(({ permissions }) =>
      [permissions.list ?? []].flat().some((code) => codes.has(code)),
    )
    // Who may see all of a kind finds each once.
    const open = allowed.filter(
      ({ variantOf }) => !allowed.some(({ name }) => name === variantOf?.entity),
    )
    if (open.length === 0) return []
    return read((tx) =>
      rows<SearchHit>(
        tx,
        sql`select entity, id, title, detail from (${sql.join(
          open.map((entity) => hitsIn(entity, q)),
          sql` union all `,
        )}) hits order by rank, entity, id desc`,
      ),
    )
  })
}
