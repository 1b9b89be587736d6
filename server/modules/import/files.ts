import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import writeExcelFile, { type Cell as SheetCell } from 'write-excel-file/node'
import type { Language } from '#contract/account/self.ts'
import { notFound } from '#server/db/failure.ts'
import type { FileStore } from '#server/engines/file/store.ts'
import { importText, sentence } from '#server/http/texts.ts'
import { readTable, type Cell, type TableKind } from './read.ts'
import type { Fault } from './weigh.ts'

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const kindOf = (key: string): TableKind => (key.endsWith('.xlsx') ? 'xlsx' : 'csv')

/** The rows of a stored file, taken from wherever files are kept. */
export async function readStored(store: FileStore, incoming: string, tenant: number, key: string): Promise<Cell[][]> {
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

const faulty = '#ffccc7'
const plain = (value: Cell | undefined, backgroundColor?: string): SheetCell => {
  const colour = backgroundColor ? { backgroundColor } : {}
  if (value === null || value === undefined || value === '') return backgroundColor ? { value: '', type: String, ...colour } : null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm', ...colour }
  if (typeof value === 'number') return { value, type: Number, ...colour }
  if (typeof value === 'boolean') return { value, type: Boolean, ...colour }
  return { value, type: String, ...colour }
}
/** The same rows again, what is wrong in colour and said in a column of its own at the end. */
export async function annotate(path: string, table: Cell[][], faults: readonly Fault[], language: Language): Promise<void> {
  const byRow = new Map<number, Fault[]>()
  for (const fault of faults) byRow.set(fault.row, [...(byRow.get(fault.row) ?? []), fault])
  const width = table[0]!.length
  const data = table.map((cells, at) => {
    const own = byRow.get(at + 1) ?? []
    const marked = new Set(own.map(({ column }) => column?.at))
    const line = Array.from({ length: width }, (_, index) => plain(cells[index], marked.has(index) ? faulty : undefined))
    if (at === 0) return [...line, { value: importText('reasonColumn', language), type: String, fontWeight: 'bold' as const }]
    return [...line, plain(own.map((fault) => reasonOf(fault, language, true)).join('; ') || null, own.length ? faulty : undefined)]
  })
  await writeExcelFile(data, { stickyRowsCount: 1 }).toFile(path)
}

export function reasonOf({ fault, column }: Fault, language: Language, withTitle = false): string {
  const reason = sentence(fault.code, language, fault.params)
  return withTitle && column ? `${column.title}: ${reason}` : reason
}

export const annotatedName = (fileName: string, language: Language) => `${importText('annotatedName', language, { name: fileName.replace(/\.\w+$/, '') })}.xlsx`
