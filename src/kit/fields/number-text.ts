import type { Field } from '#contract/field.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'

/** What was typed as a number, or the text itself where it is none: the schema then says so. */
export function readNumber(typed: string): number | string | null {
  const text = toHalfWidth(typed).replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : typed
}

/** The range a person may enter, in words that need no translation. */
export function rangeText({ min, max, scale }: Pick<Field, 'min' | 'max' | 'scale'>): string {
  const show = (value: number) => String(value)
  const range = min !== undefined && max !== undefined ? `${show(min)} – ${show(max)}` : ''
  return scale ? `${range} (0.${'0'.repeat(Math.max(scale - 1, 0))}1)` : range
}
