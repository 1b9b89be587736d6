import { sql } from 'kysely'
import writeExcelFile, { type Feature, type SheetData } from 'write-excel-file/node'
import type { Language } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import {
  maxImportBytes,
  mostImportColumns,
  mostImportRows,
} from '#contract/platform/import-calls.ts'
import { entityNamed } from '#server/db/columns.ts'
import { row, type Tx } from '#server/db/database.ts'
import { columnTitle, entityName, lineTitle } from '#server/i18n/labels.ts'
import { importText } from '#server/i18n/texts.ts'
import { allowedWords, columnsOf, type Column } from './columns.ts'
import { exampleOf } from './example.ts'

/** Excel takes a list of words in a formula up to here. */
const longestList = 255
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const letter = (at: number): string =>
  (at < 26 ? '' : letter(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

/**
 * Drop-downs of what may be chosen in a column, as a sheet's own XML has them; `at` is where the
 * column stands.
 */
export const dropDowns = (
  entity: Entity,
  columns: readonly Pick<Column, 'name' | 'at'>[],
  language: Language,
): string[] =>
  columns.flatMap(({ name, at }) => {
    const words = at < 0 ? [] : allowedWords(entity, name, language)
    const list = words.join(',')
    if (words.length === 0 || list.length > longestList || words.some((word) => word.includes(',')))
      return []
    const range = `${letter(at)}2:${letter(at)}${mostImportRows + 1}`
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${range}"><formula1>"${escaped(list)}"</formula1></dataValidation>`,
    ]
  })
/** Drop-downs, and cells that stay the text they are typed as: neither is the library's own. */
function aids(entity: Entity, columns: Column[], language: Language): Feature<never> {
  const lists = dropDowns(
    entity,
    columns.map(({ name }, at) => ({ name, at })),
    language,
  )
  const transform = (
    content: string,
    _options: unknown,
    { sheetIndex }: { sheetIndex: number },
  ) => {
    if (sheetIndex !== 0) return content
    // Each column takes the style of its example, so that a code keeps its leading zeros further
    // down too.
    const styled = content.replaceAll(/<col [^>]*?min="(\d+)"[^>]*?\/>/g, (tag, at: string) => {
      const style = new RegExp(`<c r="${letter(Number(at) - 1)}2"[^>]* s="(\\d+)"`).exec(
        content,
      )?.[1]
      return style ? tag.replace('/>', ` style="${style}"/>`) : tag
    })
    return lists.length
      ? styled.replace(
          '</sheetData>',
          `</sheetData><dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`,
        )
      : styled
  }
  return { files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }
}

function limitsOf({ field }: Column, language: Language): string {
  const { kind, min, max, scale, unique } = field
  const text = (name: string) =>
    importText(name, language, { min: min ?? 0, max: max ?? 0, scale: scale ?? 0 })
  const limit =
    kind === 'decimal' || kind === 'money'
      ? text('limit.scale')
      : kind === 'integer'
        ? text('limit.range')
        : kind === 'refs'
          ? text('limit.count')
          : kind === 'text' || kind === 'richtext'
            ? text('limit.length')
            : ''
  return [limit, unique ? text('limit.unique') : ''].filter(Boolean).join('; ')
}
/** What is what in a sheet, line by line; the line of titles is the fourth. */
export function noteLines(
  entity: Entity,
  columns: readonly Column[],
  language: Language,
): string[][] {
  const text = (name: string, params = {}) => importText(name, language, params)
  return [
    [text('notesIntro')],
    [
      text('notesLimits', {
        rows: mostImportRows,
        columns: mostImportColumns,
        size: maxImportBytes / 1024 / 1024,
      }),
    ],
    [],
    ['notesColumn', 'notesRequired', 'notesKind', 'notesLimit', 'notesUnit', 'notesWords'].map(
      (name) => text(name),
    ),
    ...columns.map((column) => {
      const { name, field, title } = column
      const kind = text(
        `kind.${field.kind}`,
        field.to
          ? { name: entityName(entityNamed(field.to), language) }
          : field.columns
            ? {
                parts: Object.keys(field.columns)
                  .map((one) => lineTitle(entity, name, one, language))
                  .join(' | '),
              }
            : {},
      )
      const unit = field.unit
        ? (/\(([^()]*)\)$/.exec(columnTitle(entity, name, language))?.[1] ?? '')
        : ''
      return [
        title,
        text(field.required ? 'yes' : 'no'),
        kind,
        limitsOf(column, language),
        unit,
        allowedWords(entity, name, language).join(', '),
      ]
    }),
  ]
}
export const noteWidths = [20, 10, 30, 30, 12, 60]
const notes = (entity: Entity, columns: Column[], language: Language): SheetData =>
  noteLines(entity, columns, language).map((line, at) =>
    line.map((value) =>
      at === 3
        ? { value, type: String, fontWeight: 'bold' as const }
        : { value, type: String, ...(at > 3 && { wrap: true }) },
    ),
  )

/**
 * A workbook to fill in: titles and one example that would pass, and a second sheet that says what
 * is what (docs/specification.md 6.1).
 */
export async function template(
  tx: Tx,
  entity: Entity,
  tenant: number,
  language: Language,
): Promise<{ name: string; data: Buffer }> {
  const { timeZone } = (await row<{ timeZone: string }>(
    tx,
    sql`select time_zone from tenant where id = ${tenant}`,
  ))!
  const columns = columnsOf(entity, language, timeZone)
  const example: (string | number | null)[] = []
  for (const column of columns) example.push(await exampleOf(tx, entity, column, language))
  const head = columns.map(({ title, field }) => ({
    value: field.required ? `${title} *` : title,
    type: String,
    fontWeight: 'bold' as const,
  }))
  const line = columns.map((_, at) => {
    const value = example[at]
    return typeof value === 'number'
      ? { value, type: Number }
      : { value: value ?? '', type: String, format: '@' }
  })
  const made = writeExcelFile(
    [
      {
        data: [head, line],
        sheet: entityName(entity, language).slice(0, 31),
        columns: columns.map(({ title }) => ({ width: Math.max(14, title.length * 2 + 4) })),
        stickyRowsCount: 1,
      },
      {
        data: notes(entity, columns, language),
        sheet: importText('notesSheet', language),
        columns: noteWidths.map((width) => ({ width })),
      },
    ],
    { features: [aids(entity, columns, language) as never] },
  )
  return {
    name: `${importText('templateName', language, { name: entityName(entity, language) })}.xlsx`,
    data: await made.toBuffer(),
  }
}
