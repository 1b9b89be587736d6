import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { unit } from '#contract/inventory/unit.ts'
import type { Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'

/**
 * Rows as an English table says them: units by their English names, wherever a row or one of its
 * lines names one.
 */
export async function unitsInEnglish(
  tx: Tx,
  { fields }: Entity,
  columns: readonly string[],
): Promise<(line: Row) => Row> {
  const namesUnit = (name: string): boolean => name === 'unitName' || fields[name]?.to === unit.name
  const inLines = columns.filter((name) =>
    Object.entries(fields[name]?.columns ?? {}).some(
      ([column, { to }]) => to === unit.name || column === 'unitIdName',
    ),
  )
  const own = columns.filter(namesUnit)
  if (own.length + inLines.length === 0) return (line) => line
  const found = await rows<{ name: string; enName: string }>(
    tx,
    sql`select name, en_name from unit where coalesce(en_name, '') <> ''`,
  )
  const english = new Map(found.map(({ name, enName }) => [name, enName]))
  const said = (value: unknown) => english.get(String(value)) ?? value
  return (line) => ({
    ...line,
    ...Object.fromEntries(
      own.map((name) =>
        fields[name]!.to ? [`${name}Name`, said(line[`${name}Name`])] : [name, said(line[name])],
      ),
    ),
    ...Object.fromEntries(
      inLines.map((name) => [
        name,
        ((line[name] ?? []) as Row[]).map((one) => ({
          ...one,
          ...('unitIdName' in one && { unitIdName: said(one.unitIdName) }),
        })),
      ]),
    ),
  })
}
