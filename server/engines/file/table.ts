import { open } from 'node:fs/promises'
import writeExcelFile from 'write-excel-file/node'
import { csvLine, csvStart } from './csv.ts'

export type Cell = string | number | null
export const tableTypes = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
export type TableFormat = keyof typeof tableTypes

export interface TableWriter {
  add(lines: Cell[][]): Promise<void>
  /** Ends the file; without it nothing stands there. */
  close(): Promise<void>
}
const typed = (value: Cell) => (value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String })
/** What a sheet may not be called. */
const forbidden = /[\\/:*?"<>|[\]']/g

/** A table as a file, line by line: CSV goes to disk as it comes, a workbook when it is whole. */
export async function tableWriter(path: string, format: TableFormat, title: string, titles: readonly string[]): Promise<TableWriter> {
  if (format === 'csv') {
    const file = await open(path, 'w')
    await file.write(csvStart + csvLine([...titles]))
    return { add: async (lines) => void (await file.write(lines.map(csvLine).join(''))), close: () => file.close() }
  }
  const sheet: Cell[][] = []
  return {
    add: async (lines) => void sheet.push(...lines),
    close: () => writeExcelFile([titles.map((value) => ({ value, fontWeight: 'bold' as const })), ...sheet.map((line) => line.map(typed))], { sheet: title.replaceAll(forbidden, ' ').slice(0, 31), stickyRowsCount: 1 }).toFile(path),
  }
}
