import { sql } from 'kysely'
import type { Entity } from '#contract/entity.ts'
import { importKeys, isWeakKey } from '#contract/import-columns.ts'
import { snake } from '#server/db/case.ts'
import { belongs, selection, sourceOf } from '#server/db/columns.ts'
import type { Row } from '#server/db/crud.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { plainText } from '#server/http/list-cell.ts'
import type { Column } from './columns.ts'
import { saidOf } from './line-cells.ts'

type Values = Readonly<Record<string, unknown>>
const keysAtOnce = 1000
const wordOf = (value: unknown) => String(value).toLowerCase()
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * The rows that lines of a sheet speak of, by the line; a line's code comes before its name.
 * `several`: lines that may mean one of several.
 */
export async function findRows(
  tx: Tx,
  entity: Entity,
  lines: readonly Values[],
): Promise<{ found: Map<Values, Row>; several: Set<Values> }> {
  const found = new Map<Values, Row>()
  const several = new Set<Values>()
  const all = importKeys(entity)
  for (const [at, names] of all.entries()) {
    const before = all.slice(0, at)
    // What has a code is known by it alone: a new code with an old name is a new row, and its name
    // taken.
    const asked = new Map<string, Values[]>()
    for (const line of lines) {
      if (
        found.has(line) ||
        !names.every((name) => isGiven(line[name])) ||
        before.some((key) => key.every((name) => isGiven(line[name])))
      )
        continue
      const key = names.map((name) => wordOf(line[name])).join('\n')
      asked.set(key, [...(asked.get(key) ?? []), line])
    }
    const keys = [...asked.keys()]
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const part = keys.slice(from, from + keysAtOnce).map((key) => key.split('\n'))
      const match = names.map(
        (name, place) =>
          sql`lower(t.${sql.ref(snake(name))}::text) = any(${part.map((words) => words[place])}::text[])`,
      )
      if (isWeakKey(entity, names))
        match.push(
          ...before.flat().map((name) => sql`coalesce(t.${sql.ref(snake(name))}, '') = ''`),
        )
      const there = await rows<Row>(
        tx,
        sql`select ${selection(entity)} from ${sql.table(sourceOf(entity))} t
          where ${sql.join([...match, ...belongs(entity)], sql` and `)} order by t.id`,
      )
      for (const row of there)
        for (const line of asked.get(names.map((name) => wordOf(row[name])).join('\n')) ?? []) {
          if (found.has(line)) several.add(line)
          found.set(line, row)
        }
    }
  }
  return { found, several }
}

const setOf = (value: unknown) => ((value ?? []) as number[]).toSorted((a, b) => a - b).join(',')
const textIn = (value: unknown) =>
  String(value ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
/** Tables write moments to the second. */
const secondOf = (value: unknown) => (value ? Math.floor(Date.parse(String(value)) / 1000) : null)

/** Whether a cell says what is there already. */
export function isSame({ field }: Column, before: unknown, after: unknown): boolean {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return (isGiven(before) ? Number(before) : null) === (after ?? null)
    case 'code':
    case 'choice':
    case 'flag':
    case 'ref':
      return (before ?? null) === (after ?? null)
    case 'refs':
      return setOf(before) === setOf(after)
    case 'lines':
      return saidOf(field, before) === saidOf(field, after)
    case 'moment':
      return secondOf(before) === secondOf(after)
    case 'richtext':
      return plainText(textIn(before)) === plainText(textIn(after))
    default:
      return textIn(before) === textIn(after)
  }
}
