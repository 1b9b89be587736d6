import { open } from 'node:fs/promises'
import { inSlices } from '#server/db/spending.ts'
import { csvLine, csvStart } from './csv.ts'
import { Workbook, type Cell } from './workbook.ts'

export type { Cell } from './workbook.ts'
export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type TableFormat = keyof typeof tableTypes

export interface TableWriter {
  add(lines: Cell[][]): Promise<void>
  /** Ends the file; without it no workbook stands there. */
  close(): Promise<void>
  /** Gives it up; what stands there is the caller's to remove. */
  drop(): Promise<void>
}

/**
 * A table as a file, line by line: CSV goes to disk as it comes, a workbook when it is whole.
 * `formats`: of the numbers in its columns.
 */
export async function tableWriter(
  path: string,
  format: TableFormat,
  title: string,
  titles: readonly string[],
  formats: readonly (string | null)[] = [],
): Promise<TableWriter> {
  if (format === 'csv') {
    const file = await open(path, 'w')
    await file.write(csvStart + csvLine([...titles]))
    return {
      add: async (lines) => void (await file.write((await inSlices(lines, csvLine)).join(''))),
      close: () => file.close(),
      drop: () => file.close(),
    }
  }
  const book = new Workbook(title, formats)
  await book.add([[...titles]])
  return {
    add: (lines) => book.add(lines),
    close: () => book.toFile(path),
    drop: () => book.drop(),
  }
}
