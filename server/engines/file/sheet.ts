import writeExcelFile from 'write-excel-file/node'
import { csvLine, csvStart } from './csv.ts'

export const sheetTypes = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
export type SheetFormat = keyof typeof sheetTypes
type Line = (string | number | null)[]

const cell = (value: string | number | null) => (value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String })
/** A table as a text file or as a workbook with one sheet; its first line stays in view. */
export function sheetOf(title: string, lines: readonly Line[], format: SheetFormat): Promise<Buffer> {
  if (format === 'csv') return Promise.resolve(Buffer.from(csvStart + lines.map(csvLine).join('')))
  return writeExcelFile(lines.map((line) => line.map(cell)), { sheet: title.replaceAll(/[\\/:*?"<>|[\]']/g, ' ').slice(0, 31), stickyRowsCount: 1 }).toBuffer()
}
