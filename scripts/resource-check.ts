import { readFileSync } from 'node:fs'
import { entities, screens } from '#contract/domains.ts'
import { snake } from '#server/db/case.ts'
import { whoColumns } from '#server/db/columns.ts'

/**
 * Words that cannot stand unquoted as a column or a table (PostgreSQL) or as a constant
 * (JavaScript).
 */
const reserved: ReadonlySet<string> = new Set(
  `
  all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc
  distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit
  localtime localtimestamp not null offset on only or order placing primary references returning select some symmetric table then to
  trailing true union unique user using variadic when where window with
  await break catch class const continue debugger delete enum export extends finally function if implements import instanceof
  interface let new package private protected public return static super switch this throw try typeof var void while yield
`
    .trim()
    .split(/\s+/),
)
/** What lists are asked with besides their fields, and what every row has already. */
const taken: ReadonlySet<string> = new Set([
  'id',
  'page',
  'size',
  'sort',
  'q',
  'tenant_id',
  ...whoColumns,
])

/** What a number can be counted in: both languages have a word for it. */
export const units = Object.keys(
  (
    JSON.parse(readFileSync('locales/en-US/common.json', 'utf8')) as {
      units: Record<string, string>
    }
  ).units,
)
const counted = ['integer', 'decimal']

interface Answers {
  name: string
  route: string
  fields: readonly { name: string; kind: string; argument: string; unit?: string }[]
}
const isCount = (text: string) => /^\d{1,9}$/.test(text) && Number(text) > 0
const isNumber = (text: string) => /^-?\d{1,9}(\.\d+)?$/.test(text)

function wrongArgument(kind: string, argument: string, name: string): string | null {
  if (kind === 'ref')
    return argument === name || entities.some((entity) => entity.name === argument)
      ? null
      : `there is no resource '${argument}' to refer to: ${entities
          .filter(({ variantOf }) => !variantOf)
          .map((entity) => entity.name)
          .join(', ')}`
  if (kind === 'choice') {
    const codes = argument.split(',')
    return new Set(codes).size === codes.length &&
      codes.every((code) => /^[a-z][a-zA-Z0-9]*$/.test(code))
      ? null
      : `choices are words of letters, each once, as in carp,tilapia: their Chinese goes into the labels`
  }
  if (argument === '') return null
  if (kind === 'integer') {
    const [least = '', most = least, ...more] = argument.split('..')
    return more.length === 0 && isNumber(least) && isNumber(most) && Number(least) <= Number(most)
      ? null
      : `'${argument}' is no range, as in 1..50`
  }
  if (['decimal', 'money'].includes(kind))
    return isNumber(argument) && Number(argument) > 0 ? null : `'${argument}' is no limit`
  if (['text', 'richtext', 'images', 'files'].includes(kind))
    return isCount(argument) ? null : `'${argument}' is no limit`
  return `takes nothing after its kind, and was given '${argument}'`
}

/** Why these answers cannot become a resource that works, in a sentence; null when they can. */
export function wrongAnswer({ name, route, fields }: Answers): string | null {
  if (reserved.has(name) || reserved.has(snake(name)))
    return `'${name}' cannot be a resource's name: it is a word of the language`
  const other = screens.find((screen) => screen.route === route)
  if (other) return `${route} is the address of ${other.name} already`
  for (const [at, field] of fields.entries()) {
    if (reserved.has(snake(field.name)) || taken.has(snake(field.name)))
      return `'${field.name}' cannot be a field's name: it is taken`
    if (fields.findIndex((one) => one.name === field.name) < at)
      return `'${field.name}' is there twice`
    const wrong = wrongArgument(field.kind, field.argument, name)
    if (wrong) return `${field.name}: ${wrong}`
    if (field.unit && !counted.includes(field.kind))
      return `${field.name}: only ${counted.join(' and ')} have a unit`
    if (field.unit && !units.includes(field.unit))
      return `${field.name}: there is no unit '${field.unit}': ${units.join(', ')}`
  }
  return null
}
