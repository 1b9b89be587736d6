import type { Field } from '#contract/field.ts'
import { task } from '#contract/work/task.ts'

type Asked = Readonly<Record<string, unknown>>
/** What of the task is counted and paid; undefined: it is paid by the hour. */
export const pieceUnitOf = ({ pieceUnit, pieceRate }: Asked): string | undefined =>
  typeof pieceUnit === 'string' && typeof pieceRate === 'number' ? pieceUnit : undefined

/**
 * The lines of who worked, with what this task counts: no pieces where none are paid, unless some
 * were written down.
 */
export function workLines(row: Asked, lines: unknown, hours: Field = task.fields.hours): Field {
  const unit = pieceUnitOf(row)
  const isCounted =
    unit !== undefined ||
    (Array.isArray(lines) && lines.some((line) => typeof (line as Asked).pieces === 'number'))
  const { workerId, pieces, hours: many, ...more } = hours.columns!
  return {
    ...hours,
    columns: {
      workerId: workerId!,
      ...(isCounted && { pieces: { ...pieces!, ...(unit && { unit }) } }),
      hours: many!,
      ...more,
    },
  }
}
