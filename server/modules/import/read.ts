import { Worker } from 'node:worker_threads'
import { mostImportColumns, mostImportRows } from '#contract/platform/import-calls.ts'
import { refused } from '#server/db/failure.ts'

export type Cell = string | number | boolean | Date | null
export type TableKind = 'xlsx' | 'csv'
type Answer = { rows: Cell[][] } | { refused: string; params: Record<string, number> }

const limits = { rows: mostImportRows, columns: mostImportColumns, entries: 500, inflatedBytes: 100 * 1024 * 1024 }
// Enough for as many cells as the limits allow, all of them texts.
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const timeoutMs = 60_000
// The build has it as an entry beside `main`.
const reader = new URL(import.meta.env?.PROD ? './import-reader.js' : './reader.mjs', import.meta.url)

/**
 * The first sheet of a workbook, or a CSV file, read where a hostile file can only end its reader.
 * Errors: refuses with a sentence what is too long, too wide, too big inside, or no table at all.
 */
export function readTable(path: string, kind: TableKind): Promise<Cell[][]> {
  return new Promise((resolve, reject) => {
    // Without the flags of this process: a loader of TypeScript would cost more than the reading.
    const worker = new Worker(reader, { workerData: { path, kind, limits }, resourceLimits: memory, execArgv: [] })
    const tooMuch = refused('import.too_much')
    const timer = setTimeout(() => end(() => reject(tooMuch)), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    worker.once('message', (answer: Answer) => end(() => ('rows' in answer ? resolve(answer.rows) : reject(refused(answer.refused, answer.params)))))
    worker.once('error', (error: NodeJS.ErrnoException) => end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : error)))
    worker.once('exit', () => end(() => reject(tooMuch)))
  })
}
