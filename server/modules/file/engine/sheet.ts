import { csvLine, csvStart } from './csv.ts'
import { Workbook } from './workbook.ts'

export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type SheetFormat = keyof typeof sheetTypes
type Line = (string | number | null)[]

/** A table as a text file or as a workbook with one sheet; its first line stays in view. */
export async function sheetOf(title: string, lines: Line[], format: SheetFormat): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(csvStart + lines.map(csvLine).join(''))
  const book = new Workbook(title)
  await book.add(lines)
  return book.toBuffer()
}
