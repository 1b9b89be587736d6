import type { Field } from '#contract/field.ts'
import type { FieldFault } from '#server/db/http-error.ts'
import { linesIn } from './line-cells.ts'
import type { Cell } from './read.ts'

export type Typed =
  | { value: unknown }
  | { lines: Record<string, unknown>[] }
  | { names: string[] }
  | { fault: FieldFault }
/** What helps to understand the cells of one column. */
export interface Reading {
  field: Field
  /** Wire values by every word that stands for them, in lower case. */
  words: ReadonlyMap<string, unknown>
  /** The words to offer to who wrote another. */
  offered: string
  /** Where the wall clock of moments hangs. */
  zone: string
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
/** A spreadsheet's date has no zone; it is read as if it were UTC. */
const wallOf = (date: Date) =>
  `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
const clockOf = (date: Date) =>
  `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`

/** What a cell says, as a person reads it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date)
    return clockOf(cell) === '00:00:00' ? wallOf(cell) : `${wallOf(cell)} ${clockOf(cell)}`
  const text = String(cell).trim()
  // An export puts an apostrophe before what a spreadsheet would run.
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** Full-width digits and signs, as Chinese keyboards write them. */
const narrow = (text: string) =>
  text.replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfee0))
function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  const text = narrow(textOf(cell)).replaceAll(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null
}
/** `2026-5-1`, `2026/05/01`, and with the words of Chinese dates between the numbers. */
const day = /^(\d{4})\D(\d{1,2})\D(\d{1,2})\D?(?:[\sT]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
function wall(cell: Cell): string | null {
  const found = day.exec(textOf(cell))
  if (!found) return null
  const [, year, month, date, hour = '0', minute = '0', second = '0'] = found
  const made = new Date(
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(date),
      Number(hour),
      Number(minute),
      Number(second),
    ),
  )
  return made.getUTCMonth() + 1 === Number(month) ? `${wallOf(made)}T${clockOf(made)}` : null
}
/** The instant at which the clocks of a zone show this. */
export function instantOf(shown: string, zone: string): string {
  const asUtc = Date.parse(`${shown}Z`)
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const ahead = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at
  // Asked twice: the first answer may be of the other side of a change of the clocks.
  return new Date(asUtc - ahead(asUtc - ahead(asUtc))).toISOString()
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
/** Plain text as paragraphs. */
export const paragraphs = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)}</p>`)
    .join('')

const fault = (code: string, params?: FieldFault['params']): Typed => ({
  fault: params ? { code, params } : { code },
})
/** Commas of both alphabets, semicolons and lines divide names. */
const between = /[,;\n\uFF0C\uFF1B\u3001]/

/**
 * What a cell means for its field: a value for the wire, names to look up, or what is wrong. Blank
 * is `undefined`.
 */
export function typed(cell: Cell | undefined, { field, words, offered, zone }: Reading): Typed {
  const text = textOf(cell)
  if (text === '' || cell === null || cell === undefined) return { value: undefined }
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money': {
      const number = numberOf(cell)
      return number === null ? fault('import.not_a_number') : { value: number }
    }
    case 'code':
    case 'choice':
    case 'flag': {
      const word = text.toLowerCase()
      return words.has(word)
        ? { value: words.get(word) }
        : fault('import.not_an_option', { options: offered })
    }
    case 'date':
    case 'moment': {
      if (field.kind === 'moment' && field.schema.safeParse(text).success) return { value: text }
      const shown = wall(cell)
      if (!shown) return fault('import.not_a_date')
      return { value: field.kind === 'date' ? shown.slice(0, 10) : instantOf(shown, zone) }
    }
    case 'ref':
      return { names: [text] }
    case 'refs':
      return {
        names: [
          ...new Set(
            text
              .split(between)
              .map((name) => name.trim())
              .filter(Boolean),
          ),
        ],
      }
    case 'lines': {
      const found = linesIn(text, field, numberOf)
      return 'fault' in found ? found : { lines: found.value }
    }
    case 'richtext':
      return { value: paragraphs(text) }
    case 'point':
      return { value: narrow(text).replaceAll(/\s/g, '').replace('\u3001', ',') }
    default:
      return { value: text }
  }
}
