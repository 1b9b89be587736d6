import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { placingOf, type Placing } from '#contract/placing.ts'
import type { Sql } from './database.ts'

const ofWarehouse = (column: Sql, base: number) =>
  sql`exists (select 1 from warehouse w where w.id = ${column}
    and w.area_id = ${base})`
const ofDevices = (column: Sql, base: number) =>
  sql`exists (select 1 from device d where d.id = any(${column})
    and d.area_id = ${base})`

/** Rows `t` that stand on a base, by how they do. */
const standing: Readonly<Record<Placing, (base: number) => Sql>> = {
  base: (base) => sql`t.area_id = ${base}`,
  anyBase: (base) => sql`coalesce(t.area_id, ${base}) = ${base}`,
  bases: (base) => sql`(cardinality(t.area_ids) = 0 or ${base}::bigint = any(t.area_ids))`,
  warehouse: (base) => ofWarehouse(sql`t.warehouse_id`, base),
  document: (base) =>
    sql`(coalesce(t.warehouse_id, t.to_warehouse_id) is null
      or ${ofWarehouse(sql`t.warehouse_id`, base)} or ${ofWarehouse(sql`t.to_warehouse_id`, base)})`,
  card: (base) =>
    sql`exists (select 1 from device d where d.iccid = t.iccid
      and d.area_id = ${base})`,
  devices: (base) => ofDevices(sql`t.device_ids`, base),
  rule: (base) =>
    sql`exists (select 1 from jsonb_array_elements(t.triggers || t.conditions || t.actions) as part
      join device d on d.area_id = ${base}
      and (d.id = (part->>'deviceId')::bigint or exists (select 1 from device_group g
        where g.id = (part->>'groupId')::bigint
        and d.id = any(g.device_ids))))`,
}

/** That rows `t` of an entity stand on a base; nothing where they are the whole company's. */
export function onBase(entity: Entity, asked: string | undefined): Sql[] {
  const placing = placingOf(entity)
  const base = Number(asked)
  return placing && Number.isSafeInteger(base) && base > 0 ? [standing[placing](base)] : []
}
