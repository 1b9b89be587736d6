import sanitize from 'sanitize-html'
import type { Language } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import type { StoredFile } from '#contract/field.ts'
import { ringsOf, type SeenGround } from '#contract/ground.ts'
import type { Row } from '#server/db/crud.ts'
import { lineTitle, lineValueName, valueName } from '../i18n/labels.ts'

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
/** What a rich text says, without its form. */
export const plainText = (html: string) =>
  sanitize(html.replaceAll(/<\/(p|li|h\d|tr)>/g, ' '), { allowedTags: [] })
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (one) => escapes[one]!)
    .trim()

/** The clock of a tenant as tables of it are written. */
export const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** Parts of one line of a cell, as an import reads them: quoted where they hold what divides. */
const inOneCell = (parts: readonly string[]) =>
  parts
    .map((part) => (/[|;"\n\uFF5C\uFF1B]/.test(part) ? `"${part.replaceAll('"', '')}"` : part))
    .join(' | ')
    .replace(/[ |]+$/, '')

const isNumber = (kind: string) => ['integer', 'decimal', 'money'].includes(kind)

/** What one column of a line says. */
function lineWord(
  entity: Entity,
  column: string,
  kind: string,
  value: unknown,
  language: Language,
): string {
  if (value === null || value === undefined) return ''
  return kind === 'flag' || kind === 'choice'
    ? lineValueName(entity, column, kind, value, language)
    : String(value)
}

/** What a table says of one field of a row, in words. */
export function cellOf(
  entity: Entity,
  name: string,
  line: Omit<Row, 'id' | 'objectVersionNumber'>,
  language: Language,
  clock: Intl.DateTimeFormat,
): string | number | null {
  const { kind, columns, typed } = entity.fields[name]!
  const value = line[name]
  if (value === null || value === undefined) return null
  if (kind === 'ref' || kind === 'refs') return [line[`${name}Name`] ?? value].flat().join(', ')
  if (kind === 'flag' || kind === 'code' || kind === 'choice')
    return valueName(entity, name, value, language)
  if (kind === 'choices')
    return (value as string[]).map((one) => valueName(entity, name, one, language)).join(', ')
  if (kind === 'moment') return clock.format(new Date(String(value)))
  if (kind === 'dateRange') return (value as string[]).join(' – ')
  if (kind === 'files') return (value as StoredFile[]).map(({ fileName }) => fileName).join(', ')
  if (kind === 'polygon')
    return ringsOf(value as SeenGround)
      .map((ring) => ring.map(([lng, lat]) => `${lat},${lng}`).join(' '))
      .join(' / ')
  if (kind === 'lines')
    return (value as Row[])
      .map((one) => {
        const told = Object.entries(columns ?? {}).filter(([, column]) => !column.inner)
        const parts = told.map(([column, { to, kind }]) => {
          const held = to ? one[`${column}Name`] : one[column]
          const said = typed ? String(held ?? '') : lineWord(entity, column, kind, held, language)
          // A bare number among words says nothing, nor does a bare yes.
          return typed || !said || !(isNumber(kind) || kind === 'flag')
            ? said
            : `${lineTitle(entity, name, column, language)} ${said}`
        })
        return typed ? inOneCell(parts) : parts.filter((part) => part !== '').join(' ')
      })
      .join('; ')
  // How many: their addresses open nothing outside the console.
  if (kind === 'images') return (value as string[]).length
  if (kind === 'richtext') return plainText(String(value))
  return typeof value === 'number' ? value : String(value)
}
