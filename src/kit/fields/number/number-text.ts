import type { Field } from '#contract/field.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'

/** What was typed as a number, or the text itself where it is none: the schema then says so. */
export function readNumber(typed: string): number | string | null {
  const text = toHalfWidth(typed).replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : typed
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
/** The range a person may enter, in signs that need no translation. */
export const rangeText = ({ min, max }: Pick<Field, 'min' | 'max'>): string =>
  min !== undefined && max !== undefined ? `${grouped.format(min)} – ${grouped.format(max)}` : ''
