import type { Field } from '#contract/field.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'

/** What was typed as a number, or the text itself where it is none: the schema then says so. */
export function readNumber(typed: string): number | string | null {
  const text = toHalfWidth(typed).replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : typed
}

/** Averages are kept to the millionth; money is read to the ten-thousandth at most. */
const most = ({ unit, scale = 0 }: Field) => (unit === 'yuan' ? Math.min(4, scale) : scale)
const least = ({ unit, scale = 0 }: Field) => (unit === 'yuan' ? Math.min(2, scale) : 0)
const digitsOf = (value: unknown) => (String(value).split('.')[1] ?? '').replace(/0+$/, '').length

/** How many figures behind the point a column needs, so that they stand under each other. */
export function decimalsIn(field: Field, rows: readonly Row[], name: string): number | undefined {
  if (field.kind !== 'decimal' && field.kind !== 'money') return undefined
  return Math.min(
    most(field),
    rows.reduce((found, row) => Math.max(found, digitsOf(row[name] ?? '')), least(field)),
  )
}

const formats = new Map<string, Intl.NumberFormat>()
function formatOf(language: string, fewest: number, highest: number): Intl.NumberFormat {
  const key = `${language} ${fewest} ${highest}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: fewest,
      maximumFractionDigits: highest,
    })
    formats.set(key, format)
  }
  return format
}

/** A figure as it is read: grouped, with a true minus. */
export const numberText = (
  value: number,
  language: string,
  field: Field,
  decimals: number = least(field),
): string =>
  formatOf(language, decimals, Math.max(decimals, most(field)))
    .format(value)
    .replace('-', '\u2212')
