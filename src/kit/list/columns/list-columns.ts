import type { ListSettings } from '#contract/account/self.ts'
import type { FieldKind, Fields } from '#contract/field.ts'

/** A pinned column has to know its width, or those behind it would not know where to stop. */
export const pinnedWidth = 160

/**
 * A list's columns in the order that a person gave them. One that is new to the product stands
 * where the product puts it.
 */
export function ordered(all: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => all.includes(name))
  const result = [...known]
  for (const [at, name] of all.entries()) {
    if (known.includes(name)) continue
    const before = all.slice(0, at).findLast((one) => result.includes(one))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name)
  }
  return order.length === 0 ? [...all] : result
}

/**
 * Without columns that the reader is not told, as the rows themselves say: what is not told is left
 * out of them, which is known before the answer about rights is.
 */
export function toldColumns(
  names: readonly string[],
  fields: Fields,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const [first] = rows
  const isTold = (name: string) => !first || !fields[name]?.seenBy || name in first
  return names.every(isTold) ? names : names.filter(isTold)
}

/** What is shown: pinned columns first, hidden ones not at all, `more` only where asked for. */
export function shownColumns(
  columns: readonly string[],
  {
    hidden,
    pinned,
    shown = [],
  }: Pick<ListSettings, 'hidden' | 'pinned'> & Partial<Pick<ListSettings, 'shown'>>,
  more: readonly string[] = [],
): string[] {
  const all = columns.filter((name) =>
    more.includes(name) ? shown.includes(name) : !hidden.includes(name),
  )
  return pinned.length
    ? [
        ...all.filter((name) => pinned.includes(name)),
        ...all.filter((name) => !pinned.includes(name)),
      ]
    : all
}

/**
 * Where each pinned column stops when the others pass under it; `first` is what stands before them.
 */
export function pinnedOffsets(
  names: readonly string[],
  { pinned, widths }: Pick<ListSettings, 'pinned' | 'widths'>,
  first: number,
): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  let offset = first
  for (const name of names.filter((one) => pinned.includes(one))) {
    offsets.set(name, offset)
    offset += widths[name] ?? pinnedWidth
  }
  return offsets
}

/** Pixels that a column of a kind usually needs; others need `pinnedWidth`. */
const kindWidths: Partial<Record<FieldKind, number>> = {
  flag: 90,
  integer: 110,
  decimal: 110,
  code: 110,
  choice: 110,
  colour: 110,
  date: 120,
  image: 90,
  moment: 180,
  dateRange: 210,
}
/**
 * A column is never so narrow that its own name does not fit; Chinese letters are as wide as they
 * are high.
 */
export const textWidth = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 8), 0)
const besideTitle = 56

export interface Measured {
  name: string
  kind: FieldKind
  label: string
}

/**
 * Widths for a table that draws only what is in sight, which no browser can measure. What the room
 * leaves over goes to
 * the columns whose width nobody chose.
 */
export function fixedWidths(
  columns: readonly Measured[],
  { pinned, widths }: Pick<ListSettings, 'pinned' | 'widths'>,
  room: number,
): ReadonlyMap<string, number> {
  const found = new Map(
    columns.map(({ name, kind, label }) => [
      name,
      widths[name] ??
        Math.max(
          pinned.includes(name) ? pinnedWidth : (kindWidths[kind] ?? pinnedWidth),
          textWidth(label) + besideTitle,
        ),
    ]),
  )
  const free = columns.filter(({ name }) => !widths[name] && !pinned.includes(name))
  const left = room - [...found.values()].reduce((sum, width) => sum + width, 0)
  if (left > 0)
    for (const [at, { name }] of free.entries())
      found.set(name, found.get(name)! + Math.floor((left + at) / free.length))
  return found
}

/** With more columns than the few, text ends sooner; many stand closer to each other too. */
const [fewColumns, manyColumns] = [6, 7]
/** The classes of a table with so many columns. */
export const closenessOf = (count: number) =>
  count > manyColumns ? ' kit-several kit-many' : count > fewColumns ? ' kit-several' : ''
