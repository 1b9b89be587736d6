import type { Field, Fields } from '#contract/field.ts'

export type Line = Readonly<Record<string, unknown>>
interface LinesCompared<L extends Line> {
  /** For each line as it is now: as it was before, or null for one that is new. */
  before: readonly (L | null)[]
  /** Lines that are no more. */
  gone: readonly L[]
}

/**
 * Which line was which: by what it is of, and of several of the same in their order. Saving gives
 * the lines of a record new ids.
 */
export function compareLines<L extends Line>(
  then: readonly L[],
  now: readonly L[],
  of: string,
): LinesCompared<L> {
  const left = [...then]
  const before = now.map((line) => {
    const at = left.findIndex((one) => one[of] === line[of])
    return at < 0 ? null : left.splice(at, 1)[0]!
  })
  return { before, gone: left }
}

const blank = (value: unknown) => (value === undefined || value === '' ? null : value)
/** Whether two values of a field differ; nothing and an empty text are the same. */
export const isChanged = (then: unknown, now: unknown) =>
  JSON.stringify(blank(then)) !== JSON.stringify(blank(now))

/**
 * The columns that people fill in, and what a line is of: the first that points at something, else
 * the first.
 */
export function enteredColumns({ columns = {} }: Field): { of: string; columns: Fields } {
  const entered = Object.entries(columns).filter(([, column]) => !column.readonly && !column.inner)
  const of = entered.find(([, { kind }]) => kind === 'ref') ?? entered[0]
  return { of: of?.[0] ?? '', columns: Object.fromEntries(entered) }
}
/** Whether what people filled in differs, whatever the server says of the lines besides. */
export function linesDiffer(field: Field, then: readonly Line[], now: readonly Line[]): boolean {
  const { of, columns } = enteredColumns(field)
  const { before, gone } = compareLines(then, now, of)
  return (
    gone.length > 0 ||
    now.some(
      (line, at) =>
        !before[at] ||
        Object.keys(columns).some((name) => isChanged(before[at]![name], line[name])),
    )
  )
}
