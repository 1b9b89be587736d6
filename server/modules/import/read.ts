import { mostImportColumns, mostImportRows } from '#contract/platform/import-calls.ts'
import { unprocessable } from '#server/db/http-error.ts'
import { inWorker, WorkerLost } from './worker.ts'

export type Cell = string | number | boolean | Date | null
export type TableKind = 'xlsx' | 'csv'
type Answer = { rows: Cell[][] } | { refused: string; params: Record<string, number> }

const limits = {
  rows: mostImportRows,
  columns: mostImportColumns,
  entries: 500,
  inflatedBytes: 100 * 1024 * 1024,
}

/**
 * The first sheet of a workbook, or a CSV file, read where a hostile file can only end its reader.
 * Errors: refuses with a sentence what is too long, too wide, too big inside, or no table at all.
 */
export async function readTable(path: string, kind: TableKind): Promise<Cell[][]> {
  const answer = await inWorker<Answer>('reader', { path, kind, limits }).catch(
    (error: unknown) => {
      throw error instanceof WorkerLost ? unprocessable('import.too_much') : error
    },
  )
  if ('refused' in answer) throw unprocessable(answer.refused, answer.params)
  return answer.rows
}
