import { languages, type Language } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { importColumns, importKeys } from '#contract/import-columns.ts'
import type { ImportMode } from '#contract/platform/import-calls.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { columnTitle, valueName } from '#server/i18n/labels.ts'
import { importText } from '#server/i18n/texts.ts'
import { textOf, type Reading } from './cells.ts'
import type { Cell } from './read.ts'

export interface Column extends Reading {
  name: string
  title: string
  /** Where it stands in the file; -1 where it is left out. */
  at: number
}

/** Both languages' words, the wire's own and its names: a file may come from anywhere. */
function wordsOf(entity: Entity, name: string): Map<string, unknown> {
  const words = new Map<string, unknown>()
  for (const [code, value] of Object.entries(entity.fields[name]!.codes ?? {})) {
    for (const language of languages)
      words.set(valueName(entity, name, value, language).toLowerCase(), value)
    words.set(code.toLowerCase(), value).set(String(value).toLowerCase(), value)
  }
  if (entity.fields[name]!.kind === 'flag') words.set('true', 1).set('false', 0)
  return words
}
export const allowedWords = (entity: Entity, name: string, language: Language) =>
  Object.values(entity.fields[name]!.codes ?? {}).map((value) =>
    valueName(entity, name, value, language),
  )

export const columnsOf = (entity: Entity, language: Language, zone: string): Column[] =>
  importColumns(entity)!.map(([name, field]) => ({
    name,
    field,
    zone,
    title: columnTitle(entity, name, language),
    words: wordsOf(entity, name),
    offered: allowedWords(entity, name, language).join(', '),
    at: -1,
  }))

/** A title as it may be written: without the star of what is required. */
const bare = (title: string) =>
  title
    .replace(/[\s*]+$/, '')
    .trim()
    .toLowerCase()

/**
 * Finds the columns in a file's first row, by their titles in either language.
 * Errors: refuses a file that lacks a required column (to update: what its rows are found by) or
 * has one twice. Answers the titles that mean nothing here.
 */
export function placeColumns(
  entity: Entity,
  columns: Column[],
  head: Cell[],
  mode: ImportMode,
): string[] {
  const titles = new Map<string, Column>()
  for (const column of columns) {
    for (const title of [
      column.name,
      ...languages.map((one) => columnTitle(entity, column.name, one)),
    ])
      titles.set(bare(title), column)
  }
  const ours = new Set(languages.map((one) => importText('reasonColumn', one).toLowerCase()))
  const ignored: string[] = []
  for (const [at, cell] of head.entries()) {
    const title = bare(textOf(cell))
    const column = titles.get(title)
    if (column && column.at >= 0)
      throw unprocessable('import.repeated_column', { title: column.title })
    if (column) column.at = at
    else if (title && !ours.has(title)) ignored.push(textOf(cell))
  }
  const has = (name: string) => columns.some((column) => column.name === name && column.at >= 0)
  const keys = mode === 'update' ? importKeys(entity) : []
  // Of a row that is there nothing is asked but what it is found by.
  if (keys.some((names) => names.every(has))) return ignored
  const missing = columns.filter(
    ({ name, field, at }) => at < 0 && (keys[0] ? keys[0].includes(name) : field.required),
  )
  if (missing.length)
    throw unprocessable('import.missing_columns', {
      titles: missing.map(({ title }) => title).join(', '),
    })
  return ignored
}
