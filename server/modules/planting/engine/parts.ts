import { sql } from 'kysely'
import type { NamedPart } from '#contract/farm/land-part.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'

const nameOf = ({ landId, part }: NamedPart) => `${landId}/${part}`

/**
 * Parts that a record names of its plots, each once. What it named before may have been divided
 * otherwise since. Errors: 422 `parts` where a plot is none of its own, or has no such part.
 */
export async function checkedParts(
  tx: Tx,
  parts: readonly NamedPart[],
  landIds: readonly number[],
  before: readonly NamedPart[] = [],
): Promise<NamedPart[]> {
  const named = [...new Map(parts.map((one) => [nameOf(one), one])).values()].map(
    ({ landId, part }) => ({ landId, part }),
  )
  if (named.length === 0) return []
  const lands = await rows<{ id: number; landName: string; parts: { name: string }[] }>(
    tx,
    sql`select id, land_name, parts from land where id = any(${named.map(({ landId }) => landId)}::bigint[])`,
  )
  const known = new Set(before.map(nameOf))
  for (const one of named) {
    const land = lands.find(({ id }) => id === one.landId)
    const isThere =
      land &&
      landIds.includes(one.landId) &&
      (known.has(nameOf(one)) || land.parts.some(({ name }) => name === one.part))
    if (!isThere)
      throw invalidFields({
        parts: {
          code: 'land.no_part',
          params: { plot: land?.landName ?? String(one.landId), part: one.part },
        },
      })
  }
  return named
}

/**
 * Parts of a plot as they are to be stored. Errors: 422 `parts` where one is there twice, they are
 * more ground than the plot, or one goes that something under way has.
 */
export async function checkedDivision(
  tx: Tx,
  landId: number | null,
  parts: readonly { name: string; acreage?: number | null }[],
  before: readonly { name: string }[],
  acreage: number | null,
): Promise<void> {
  const names = parts.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw invalidFields({ parts: { code: 'land.part_twice', params: { part: twice } } })
  const sum = parts.reduce((all, one) => all + (one.acreage ?? 0), 0)
  if (acreage !== null && sum > acreage + 0.005)
    throw invalidFields({ parts: { code: 'land.parts_above', params: { most: acreage } } })
  const gone = before.map(({ name }) => name).filter((name) => !names.includes(name))
  if (landId === null || gone.length === 0) return
  const [used] = await rows<{ part: string; name: string }>(
    tx,
    sql`select g.part, u.name from unnest(${gone}::text[]) as g (part) join (
        select b.parts, b.batch_name as name from batch b where b.state in (0, 1, 2) and ${landId} = any(b.land_ids)
        union all select t.parts, t.title from task t where t.closed_at is null and ${landId} = any(t.land_ids)
        union all select r.parts, r.title from task_repeat r where r.next_on is not null and ${landId} = any(r.land_ids)
      ) u on g.part = any(furrow_parts_of(u.parts, ${landId})) limit 1`,
  )
  if (used) throw invalidFields({ parts: { code: 'land.part_used', params: { ...used } } })
}
