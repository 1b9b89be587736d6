import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

// Runs in a worker, from its source as well as bundled: making a workbook holds up whoever shares its thread.
// Given { title, formats }, of which `formats` says per column how its numbers are written, it is told lines of cells, the first of them the titles; then { path }, where it writes the file, or {},
// and answers the bytes.
// On Linux this is the thread's own priority: whoever is answered comes before it.
if (process.platform === 'linux') setPriority(10)
const lines = []
const { formats = [] } = workerData
const cellOf = (value, at, column) =>
  value === null
    ? null
    : {
        value,
        type: typeof value === 'number' ? Number : String,
        ...(at === 0 && { fontWeight: 'bold' }),
        ...(typeof value === 'number' && formats[column] && { format: formats[column] }),
      }
/** Letters of a column: signs of Chinese are twice as wide. Of so many lines, between these widths. */
const measured = 500
const [narrowest, widest] = [8, 48]
const widthOf = (value) =>
  value === null
    ? 0
    : [...String(value).split('\n', 1)[0]].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0)
const widths = () =>
  lines
    .slice(0, measured)
    .reduce((most, line) => {
      for (const [at, value] of line.entries()) most[at] = Math.max(most[at] ?? 0, widthOf(value))
      return most
    }, [])
    .map((most) => ({ width: Math.min(widest, Math.max(narrowest, most + 2)) }))

async function finish(path) {
  const made = writeExcelFile(
    lines.map((line, at) => line.map((value, column) => cellOf(value, at, column))),
    { sheet: workerData.title, stickyRowsCount: 1, columns: widths() },
  )
  if (path) await made.toFile(path)
  const bytes = path ? null : new Uint8Array(await made.toBuffer())
  parentPort.postMessage(bytes, bytes ? [bytes.buffer] : [])
}
parentPort.on('message', (told) => {
  if (Array.isArray(told)) lines.push(...told)
  // What is thrown ends this thread, and whoever waits hears of it.
  else
    finish(told.path).catch((error) =>
      setImmediate(() => {
        throw error
      }),
    )
})
