import { sql } from 'kysely'
import { picture, pictureFolder, pictureUsage } from '#contract/content/picture.ts'
import { entities } from '#contract/domains.ts'
import type { Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { sourceOf } from '#server/db/columns.ts'
import { contains } from '#server/db/conditions.ts'
import { row, rows, type Sql, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const showing = new Set(['image', 'images', 'richtext', 'files'])
interface Use {
  entity: string
  id: number
  title: string
}

/** Records of one kind that hold the address. */
function usesIn(entity: Entity, url: string): Sql | null {
  const columns = Object.entries(entity.fields)
    .filter(([, { kind }]) => showing.has(kind))
    .map(([name]) => sql`t.${sql.ref(snake(name))}::text like ${contains(url)}`)
  if (columns.length === 0) return null
  return sql`select ${entity.name}::text as entity, t.id,
    t.${sql.ref(snake(entity.title))}::text as title from ${sql.table(sourceOf(entity))} t
    where ${sql.join(columns, sql` or `)}`
}
async function usesOf(tx: Tx, url: string): Promise<Use[]> {
  const all = entities
    .filter((entity) => entity !== picture && !entity.variantOf)
    .flatMap((entity) => usesIn(entity, url) ?? [])
  return rows<Use>(tx, sql`${sql.join(all, sql` union all `)} order by entity, id limit 500`)
}

/** The tenant's collection of pictures. */
export function pictures(app: Services): void {
  crud(app, pictureFolder, {
    prepare: async (values, before, { tx }) => {
      if (before && values.parentId) {
        const inside = await row(
          tx,
          sql`with recursive below as (select id from picture_folder where id = ${before.id}
          union select f.id from picture_folder f join below b on f.parent_id = b.id) select 1
          from below where id = ${values.parentId as number}`,
        )
        if (inside) throw invalidFields({ parentId: { code: 'field.cycle' } })
      }
      return values
    },
  })
  crud(app, picture, {
    prepare: async (values, before, { tx }) => {
      if (before) return values
      const stored = await row<{ fileSize: number; width: number | null; height: number | null }>(
        tx,
        sql`select file_size, width, height from file where ${values.url as string} like '%/' || key`,
      )
      if (!stored) throw invalidFields({ url: { code: 'field.missing_reference' } })
      return { ...values, ...stored }
    },
    beforeRemove: async (found, { tx }) => {
      const uses = await usesOf(tx, String(found.url))
      if (uses.length > 0) throw unprocessable('picture.in_use', { count: uses.length })
    },
  })
  serve(app, pictureUsage, async ({ id }, { read, codes }) =>
    read(async (tx) => {
      const { url } = await demand(tx, picture, id, 'list')
      const uses = await usesOf(tx, String(url))
      const mayList = (name: string) =>
        [entities.find((entity) => entity.name === name)!.permissions.list ?? []]
          .flat()
          .some((code) => codes.has(code))
      const records = uses.filter(({ entity }) => mayList(entity))
      return { records, closed: uses.length - records.length }
    }),
  )
}
