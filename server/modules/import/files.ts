import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Language } from '#contract/account/self.ts'
import { notFound } from '#server/db/http-error.ts'
import type { FileStore } from '#server/modules/file/engine/store.ts'
import { importText, sentence } from '#server/i18n/texts.ts'
import { readTable, type Cell, type TableKind } from './read.ts'
import type { ImportRecord } from './import-record.ts'
import { dropDowns, noteLines, noteWidths } from './template.ts'
import type { Fault } from './validate-rows.ts'
import { inWorker } from './worker.ts'

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const kindOf = (key: string): TableKind => (key.endsWith('.xlsx') ? 'xlsx' : 'csv')

/** The rows of a stored file, taken from wherever files are kept. */
export async function readStored(
  store: FileStore,
  incoming: string,
  tenant: number,
  key: string,
): Promise<Cell[][]> {
  const found = await store.get(`${tenant}/${key}`)
  if (!found) throw notFound()
  const path = join(incoming, randomUUID())
  try {
    await pipeline(found.stream, createWriteStream(path))
    return await readTable(path, kindOf(key))
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * The same rows again, what is wrong in colour and said in a column of its own at the end. Errors:
 * `WorkerLost` when there is too much of it.
 */
export async function annotate(
  path: string,
  { rules: { entity }, table, columns }: Pick<ImportRecord, 'rules' | 'table' | 'columns'>,
  faults: readonly Fault[],
  language: Language,
): Promise<void> {
  const marks = new Map<number, { columns: number[]; reasons: string }>()
  for (const fault of faults) {
    const { columns, reasons } = marks.get(fault.row) ?? { columns: [], reasons: '' }
    const reason = fault.column
      ? `${fault.column.title}: ${reasonOf(fault, language)}`
      : reasonOf(fault, language)
    marks.set(fault.row, {
      columns: fault.column ? [...columns, fault.column.at] : columns,
      reasons: reasons ? `${reasons}; ${reason}` : reason,
    })
  }
  await inWorker('writer', {
    path,
    table,
    marks,
    title: importText('reasonColumn', language),
    // As the template has them: who corrects a line chooses from the same words.
    lists: dropDowns(entity, columns, language),
    notes: {
      sheet: importText('notesSheet', language),
      lines: noteLines(entity, columns, language),
      widths: noteWidths,
    },
  })
}

export const reasonOf = ({ fault }: Fault, language: Language): string =>
  sentence(fault.code, language, fault.params)

export const annotatedName = (fileName: string, language: Language) =>
  `${importText('annotatedName', language, { name: fileName.replace(/\.\w+$/, '') })}.xlsx`
