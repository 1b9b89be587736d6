import type { z } from 'zod'
import type { Entity } from '#contract/entity.ts'
import { shape } from '#contract/field.ts'
import { importKeys } from '#contract/import-columns.ts'
import type { ImportMode } from '#contract/platform/import-calls.ts'
import { entityNamed } from '#server/db/columns.ts'
import type { Row } from '#server/db/crud.ts'
import type { Tx } from '#server/db/database.ts'
import type { FieldFault } from '#server/db/http-error.ts'
import { Slice } from '#server/db/spending.ts'
import { faultOf } from '#server/http/validate.ts'
import { textOf, typed } from './cells.ts'
import type { Column } from './columns.ts'
import { findNamed, findTaken, idsOf, type Known } from './lookup.ts'
import { namesIn, withIds } from './line-cells.ts'
import { findRows, isSame } from './match.ts'
import type { Cell } from './read.ts'

type Values = Record<string, unknown>
export interface Ready {
  /** As the spreadsheet numbers it. */
  row: number
  values: Values
  /** Reference to a row that this very file makes further up, by its name. */
  later?: { field: string; name: string }
  /** The row that is there; of `values` it then has those alone that differ. */
  current?: Row
}
export interface Fault {
  row: number
  column: Column | null
  value: string
  fault: FieldFault
}
export interface ValidatedRows {
  rows: number
  /** What is to be written: new rows, and those that would change. */
  ready: Ready[]
  faults: Fault[]
  /** Lines that say what is there already. */
  unchanged: number
}
interface Draft extends Ready {
  names: [Column, string[]][]
  /** Names that several rows have, and those, by the column. */
  doubts: Map<Column, number[]>
  faults: Map<string, Fault>
}
/** So many rows between two steps. */
const stride = 500

/** What each row says, before anything is looked up. */
async function draftsOf(
  table: Cell[][],
  columns: Column[],
  step: (done: number) => Promise<void>,
): Promise<Draft[]> {
  const drafts: Draft[] = []
  const slice = new Slice()
  for (const [at, cells] of table.entries()) {
    if (slice.isOver) await slice.next()
    if (at % stride === 0) await step(at / table.length)
    if (at === 0 || columns.every((column) => textOf(cells[column.at]) === '')) continue
    const draft: Draft = {
      row: at + 1,
      values: {},
      names: [],
      doubts: new Map(),
      faults: new Map(),
    }
    for (const column of columns) {
      const found = typed(cells[column.at], column)
      if ('fault' in found)
        draft.faults.set(column.name, {
          row: draft.row,
          column,
          value: textOf(cells[column.at]),
          fault: found.fault,
        })
      else if ('lines' in found) draft.values[column.name] = found.lines
      else if ('names' in found) draft.names.push([column, found.names])
      else if (found.value !== undefined) draft.values[column.name] = found.value
    }
    drafts.push(draft)
  }
  return drafts
}

const linesOf = (value: unknown) => (value ?? []) as Values[]

/** Puts ids in the place of names. */
async function resolve(
  tx: Tx,
  entity: Entity,
  drafts: Draft[],
  columns: readonly Column[],
): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  const want = (to: string, name: string) =>
    wanted.set(to, (wanted.get(to) ?? new Set()).add(name.toLowerCase()))
  const inLines = columns.filter(({ field }) => field.kind === 'lines')
  for (const { names, values } of drafts) {
    for (const [{ field }, list] of names) for (const name of list) want(field.to!, name)
    for (const { name, field } of inLines)
      for (const [to, said] of namesIn(field, linesOf(values[name]))) want(to, said)
  }
  const known = new Map<string, Known>()
  for (const [to, names] of wanted) known.set(to, await findNamed(tx, entityNamed(to), names))
  const above = new Set<string>()
  for (const draft of drafts) {
    for (const column of inLines) {
      const fault = withIds(column.field, linesOf(draft.values[column.name]), (to, name) =>
        idsOf(known.get(to)!, name),
      )
      if (fault)
        draft.faults.set(column.name, {
          row: draft.row,
          column,
          value: String(fault.params?.name),
          fault,
        })
    }
    for (const [column, list] of draft.names) {
      const { to, kind } = column.field
      const ids: number[] = []
      for (const name of list) {
        const found = idsOf(known.get(to!)!, name)
        const wrong = (code: string) =>
          draft.faults.set(column.name, {
            row: draft.row,
            column,
            value: name,
            fault: { code, params: { name, count: found.length } },
          })
        if (found.length === 1) ids.push(found[0]!)
        else if (found.length > 1) {
          wrong('import.ambiguous_reference')
          draft.doubts.set(column, found)
        } else if (kind === 'ref' && to === entity.name && above.has(name.toLowerCase()))
          draft.later = { field: column.name, name: name.toLowerCase() }
        else wrong('import.unknown_reference')
      }
      // A placeholder that the field's own rule accepts, until the row above is made.
      draft.values[column.name] =
        kind === 'refs' ? ids : draft.later?.field === column.name ? 1 : ids[0]
    }
    above.add(String(draft.values[entity.title] ?? '').toLowerCase())
  }
}

/** The second and every further row of one unique value, and what the database has already. */
async function requireUnique(
  tx: Tx,
  entity: Entity,
  columns: Column[],
  drafts: Draft[],
): Promise<void> {
  for (const column of columns.filter(({ field }) => field.unique)) {
    const mine = drafts.filter(({ values }) => typeof values[column.name] === 'string')
    const taken = await findTaken(
      tx,
      entity,
      column.name,
      mine.map(({ values }) => String(values[column.name])),
    )
    const first = new Map<string, number>()
    for (const draft of mine) {
      const value = String(draft.values[column.name])
      const key = value.toLowerCase()
      const before = first.get(key)
      const owner = taken.get(key)
      const fault =
        owner !== undefined && owner !== draft.current?.id
          ? { code: 'field.taken' }
          : before !== undefined
            ? { code: 'import.repeated', params: { row: before } }
            : null
      if (fault && !draft.faults.has(column.name))
        draft.faults.set(column.name, { row: draft.row, column, value, fault })
      if (before === undefined) first.set(key, draft.row)
    }
  }
}

/** Two lines of one row would write over each other, whatever each is found by. */
function requireOnce(entity: Entity, drafts: Draft[], byName: ReadonlyMap<string, Column>): void {
  const first = new Map<number, number>()
  for (const draft of drafts) {
    if (!draft.current) continue
    const { id } = draft.current
    const before = first.get(id)
    const name = importKeys(entity)[0]![0]!
    if (before === undefined) first.set(id, draft.row)
    else if (draft.faults.size === 0)
      draft.faults.set(name, {
        row: draft.row,
        column: byName.get(name) ?? null,
        value: '',
        fault: { code: 'import.repeated', params: { row: before } },
      })
  }
}
/**
 * A name that says too little means the row that is meant already; so does the number of one that
 * the reader may not see.
 */
function finishDraft({ values, current, names, doubts, faults }: Draft): void {
  for (const [column, [said = '']] of names) {
    const meant = current?.[column.name]
    if (column.field.kind !== 'ref' || typeof meant !== 'number' || !faults.has(column.name))
      continue
    if (!doubts.get(column)?.includes(meant) && said !== String(meant)) continue
    faults.delete(column.name)
    values[column.name] = meant
  }
}
/**
 * What a line of a row that is there changes. A blank cell empties its field; a switch, and lines,
 * that are left blank stay.
 */
function changesOf(
  { row, values, current, faults }: Draft,
  code: readonly string[],
  present: Column[],
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const column of present) {
    const { name, field } = column
    const value = values[name] ?? null
    // What it was found by, in whatever case.
    const isFoundBy =
      code.includes(name) && String(current![name]).toLowerCase() === String(value).toLowerCase()
    if (
      isFoundBy ||
      (value === null && (field.kind === 'flag' || field.kind === 'lines')) ||
      faults.has(name) ||
      isSame(column, current![name], value)
    )
      continue
    if (field.createOnly)
      faults.set(name, { row, column, value: String(value ?? ''), fault: { code: 'import.fixed' } })
    else changes[name] = value ?? (field.kind === 'refs' ? [] : null)
  }
  return changes
}

/** Of several things in one cell the one that is wrong is named. */
function partFault(issue: z.core.$ZodIssue, column: Column | null): FieldFault {
  const [, at, name] = issue.path
  return column?.field.kind === 'lines' && typeof at === 'number'
    ? { code: 'import.line', params: { at: at + 1, part: String(issue.input ?? name ?? '') } }
    : faultOf(issue)
}

/**
 * What may be stored of a table and what not, and why: the rules that a create call asks, for all
 * rows at once; of rows that
 * are there (`update`) those of an edit, for the columns that the table has. Reads only. `step`
 * hears how far it is, from 0 to 1.
 */
export async function validateRows(
  tx: Tx,
  entity: Entity,
  table: Cell[][],
  columns: Column[],
  mode: ImportMode,
  step: (done: number) => Promise<void>,
): Promise<ValidatedRows> {
  const present = columns.filter(({ at }) => at >= 0)
  const drafts = await draftsOf(table, present, (done) => step(done / 2))
  await resolve(tx, entity, drafts, present)
  const there =
    mode === 'update'
      ? await findRows(
          tx,
          entity,
          drafts.map(({ values }) => values),
        )
      : null
  const byName = new Map(columns.map((column) => [column.name, column]))
  const whole = shape(entity.fields)
  const some = whole.pick(Object.fromEntries(present.map(({ name }) => [name, true])))
  const slice = new Slice()
  for (const [at, draft] of drafts.entries()) {
    if (slice.isOver) await slice.next()
    if (at % stride === 0) await step(0.5 + at / drafts.length / 2)
    const current = there?.found.get(draft.values)
    const isOneOfSeveral = there?.several.has(draft.values)
    if (current) {
      draft.current = current
      finishDraft(draft)
      if (isOneOfSeveral)
        draft.faults.set(entity.title, {
          row: draft.row,
          column: byName.get(entity.title) ?? null,
          value: String(draft.values[entity.title]),
          fault: { code: 'import.ambiguous_row' },
        })
    }
    const parsed = (current ? some : whole).safeParse(draft.values, { reportInput: true })
    if (parsed.success) draft.values = parsed.data
    for (const issue of parsed.error?.issues ?? []) {
      const name = String(issue.path[0] ?? '')
      const column = byName.get(name) ?? null
      // What could not be understood is not missing as well.
      if (!draft.faults.has(name))
        draft.faults.set(name, {
          row: draft.row,
          column,
          value: column ? textOf(table[draft.row - 1]![column.at]) : '',
          fault: partFault(issue, column),
        })
    }
  }
  await requireUnique(tx, entity, present, drafts)
  requireOnce(entity, drafts, byName)
  for (const draft of drafts)
    if (draft.current) draft.values = changesOf(draft, importKeys(entity)[0]!, present)
  const sound = drafts.filter(({ faults }) => faults.size === 0)
  const isChange = ({ current, values }: Draft) => !current || Object.keys(values).length > 0
  return {
    rows: drafts.length,
    ready: sound.filter(isChange).map(({ row, values, later, current }) => ({
      row,
      values,
      ...(later && { later }),
      ...(current && { current }),
    })),
    faults: drafts.flatMap(({ faults }) => [...faults.values()]),
    unchanged: sound.filter((draft) => !isChange(draft)).length,
  }
}
