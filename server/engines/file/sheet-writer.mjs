import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

// Runs in a worker, from its source as well as bundled: making a workbook holds up whoever shares its thread.
// Given { title }, it is told lines of cells, the first of them the titles; then { path }, where it writes the file, or {},
// and answers the bytes.
// On Linux this is the thread's own priority: whoever is answered comes before it.
if (process.platform === 'linux') setPriority(10)
const lines = []
const cellOf = (value, at) => (value === null ? null : { value, type: typeof value === 'number' ? Number : String, ...(at === 0 && { fontWeight: 'bold' }) })

async function finish(path) {
  const made = writeExcelFile(lines.map((line, at) => line.map((value) => cellOf(value, at))), { sheet: workerData.title, stickyRowsCount: 1 })
  if (path) await made.toFile(path)
  const bytes = path ? null : new Uint8Array(await made.toBuffer())
  parentPort.postMessage(bytes, bytes ? [bytes.buffer] : [])
}
parentPort.on('message', (told) => {
  if (Array.isArray(told)) lines.push(...told)
  // What is thrown ends this thread, and whoever waits hears of it.
  else finish(told.path).catch((error) => setImmediate(() => { throw error }))
})
