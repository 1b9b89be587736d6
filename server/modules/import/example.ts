import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { entityNamed, sourceOf } from '#server/db/columns.ts'
import { row, type Tx } from '#server/db/database.ts'
import { valueName } from '#server/i18n/labels.ts'
import { importText } from '#server/i18n/texts.ts'
import type { Column } from './columns.ts'
import { findTaken } from './lookup.ts'

/** One of these fits most patterns; a field that none fits is left blank. */
const shapes = () => [
  `A${randomInt(1000, 9999)}`,
  'name@example.com',
  'https://example.com',
  '/home',
  '10001',
  `8986${randomInt(10 ** 11, 10 ** 12)}`,
]
/** So many are tried before an example of a unique field is given up. */
const tries = 50

/**
 * What a field is really filled with, where its form alone says less than the server asks: the
 * address of a LoRaWAN node.
 */
const real: Readonly<Record<string, () => string>> = {
  eui: () => randomBytes(8).toString('hex').toUpperCase(),
  cron: () => '0 8 * * *',
  taxNumber: () => '91440113MA5AQ3XK1M',
}

/** Fields that the example leaves blank: they stand in the place of another, or come after it. */
const blank: Readonly<Record<string, readonly string[]>> = {
  alarmRule: ['clearValue'],
  attendance: ['outAt'],
}

/** A text that the field accepts and no row has yet. */
async function textFor(
  tx: Tx,
  entity: Entity,
  { name, field }: Column,
  language: Language,
): Promise<string | null> {
  const own = real[name]?.()
  if (own && field.schema.safeParse(own).success) return own
  const accepted = (text: string) => field.schema.safeParse(text).success
  const fits = (base: string) => accepted(field.unique ? `${base}001` : base)
  const base = [importText('sample', language), ...shapes()].find(fits)
  if (base === undefined || !field.unique) return base ?? null
  const candidates = Array.from(
    { length: tries },
    (_, at) => `${base}${String(at + 1).padStart(3, '0')}`,
  ).filter(accepted)
  const taken = await findTaken(tx, entity, name, candidates)
  return candidates.find((text) => !taken.has(text.toLowerCase())) ?? null
}

/** Name of a row that is there and whose name says enough. */
async function nameOfOne(tx: Tx, to: string): Promise<string | null> {
  const entity = entityNamed(to)
  const title = sql.ref(snake(entity.title))
  const found = await row<{ name: string }>(
    tx,
    sql`select min(${title}) as name from ${sql.table(sourceOf(entity))}
      where ${title} not like '%,%' group by lower(${title}) having count(*) = 1 order by min(id) limit 1`,
  )
  return found?.name ?? null
}

/** What the example row shows in one column. */
export async function exampleOf(
  tx: Tx,
  entity: Entity,
  column: Column,
  language: Language,
): Promise<string | number | null> {
  const { field, name } = column
  if (blank[entity.name]?.includes(name)) return null
  switch (field.kind) {
    // Somebody may have it: some entities share no phone, and not all of those can say so.
    case 'phone':
      return field.required ? `138${randomInt(10_000_000, 99_999_999)}` : null
    case 'integer':
      return Math.max(field.min!, Math.min(1, field.max!))
    case 'decimal':
    case 'money':
      return Math.max(field.min!, Math.min(10, field.max!))
    case 'flag':
      return valueName(entity, name, 1, language)
    case 'code':
    case 'choice':
      return valueName(entity, name, Object.values(field.codes!)[0], language)
    case 'date':
      return '2026-05-01'
    // What ends comes after what begins.
    case 'moment':
      return name.startsWith('end') ? '2026-05-01 10:00' : '2026-05-01 08:00'
    case 'colour':
      return '#2f8f46'
    case 'point':
      return '22.96,113.34'
    // A tree's first row has nothing above it; and what must lie within another choice may not lie
    // within that of the example.
    case 'ref':
    case 'refs':
      return field.to === entity.name || (field.dependsOn && !field.required)
        ? null
        : nameOfOne(tx, field.to!)
    // What is in it is said beside it: most rows have none.
    case 'lines':
      return null
    case 'richtext':
      return importText('sample', language)
    default:
      return textFor(tx, entity, column, language)
  }
}
