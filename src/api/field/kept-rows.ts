import type { FieldPack } from '#contract/work/field-calls.ts'
import { recall } from './keep.ts'

type Row = Readonly<Record<string, unknown> & { id: number }>
/** What was taken along of an entity, named as its records are. */
const rowsOf: Readonly<Record<string, (pack: FieldPack) => Row[]>> = {
  worker: ({ workers }) => workers.map(({ id, name }) => ({ id, realName: name })),
  warehouse: ({ warehouses }) => [...warehouses],
  // What was taken along by an earlier version has none.
  machineKind: ({ machineKinds = [] }) => [...machineKinds],
  sku: ({ goods }) => [...goods],
  area: ({ areas }) => areas.map(({ id, name }) => ({ id, areaName: name })),
  land: ({ lands }) => lands.map(({ id, name, areaId }) => ({ id, landName: name, areaId })),
}
/** Of a list's query these are no columns, or say what everything taken along is. */
const silent = new Set(['page', 'size', 'sort', 'enabledFlag'])

function isAsked(row: Row, [name, value]: readonly [string, unknown]): boolean {
  if (value === undefined || value === null || value === '' || silent.has(name)) return true
  if (name === 'ids') return String(value).split(',').includes(String(row.id))
  if (!(name in row)) return true
  return typeof row[name] === 'number'
    ? row[name] === Number(value)
    : String(row[name]).toLowerCase().includes(String(value).toLowerCase())
}

/** Rows of an entity as a list's query asks for them, of what was taken along; null: none of it was. */
export async function keptRows(
  entity: string,
  query: Readonly<Record<string, unknown>>,
): Promise<Row[] | null> {
  const rows = rowsOf[entity]
  const kept = rows && (await recall<{ pack: FieldPack }>('pack'))
  if (!kept) return null
  const asked = Object.entries(query)
  return rows(kept.pack).filter((row) => asked.every((one) => isAsked(row, one)))
}
