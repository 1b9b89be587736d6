import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { entityNamed, sourceOf } from '#server/db/columns.ts'
import type { Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** What divides several names in one cell of an import. */
const divider = /[,;\n\uFF0C\uFF1B\u3001]/

/**
 * How an import finds the rows that others refer to: by name where that says enough, by code where
 * it does not.
 */
export function refNames(
  entity: Entity,
  columns: readonly string[],
): {
  learn(tx: Tx, part: readonly Row[]): Promise<void>
  of(name: string, line: Record<string, unknown>): string | undefined
} {
  const refs = columns.filter((name) => ['ref', 'refs'].includes(entity.fields[name]!.kind))
  const known = new Map<string, Map<number, string>>()
  const learnOf = async (tx: Tx, to: Entity, ids: number[]) => {
    const names = known.get(to.name) ?? new Map<number, string>()
    known.set(to.name, names)
    const unknown = ids.filter((id) => !names.has(id))
    if (unknown.length === 0) return
    const codes = Object.entries(to.fields)
      .filter(([name, field]) => field.unique && name !== to.title)
      .map(([name]) => sql`t.${sql.ref(snake(name))}`)
    const title = sql.ref(snake(to.title))
    const found = await rows<{ id: number; title: string; code: string | null; isAlone: boolean }>(
      tx,
      sql`select t.id, t.${title} as title, ${
        codes.length
          ? sql`coalesce(${sql.join(codes)},
        null)`
          : sql`null`
      } as code,
      not exists (select 1 from ${sql.table(sourceOf(to))} o where o.id <> t.id
      and lower(o.${title}) = lower(t.${title})) as is_alone from ${sql.table(sourceOf(to))} t
      where t.id = any(${unknown}::bigint[])`,
    )
    for (const { id, title: name, code, isAlone } of found)
      names.set(id, code && (!isAlone || divider.test(name)) ? code : name)
  }
  return {
    async learn(tx, part) {
      for (const name of refs)
        await learnOf(tx, entityNamed(entity.fields[name]!.to!), [
          ...new Set(part.flatMap((line) => (line[name] ?? []) as number | number[])),
        ])
    },
    of(name, line) {
      if (!refs.includes(name) || line[name] === null || line[name] === undefined) return undefined
      const names = known.get(entity.fields[name]!.to!)
      return [line[name] as number | number[]]
        .flat()
        .map((id) => names?.get(id) ?? String(id))
        .join(', ')
    },
  }
}
