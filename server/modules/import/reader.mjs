import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

// Runs in a worker of limited memory, from its source as well as bundled: plain JavaScript that imports packages only.
// Given { path, kind, limits }, it answers { rows } or { refused: code, params }.
const { path, kind, limits } = workerData
class Refused extends Error {
  constructor(code, params) {
    super(code)
    this.params = params
  }
}
const tooBig = () => new Refused('import.too_big', { most: limits.inflatedBytes / 1024 / 1024 })
/** All that a table is read from; pictures, charts and macros are never even kept. */
const needed = /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i
const pieceBytes = 16 * 1024

/**
 * The parts of a workbook, unpacked piece by piece and counted on the way: what a zip declares of itself may be a lie.
 */
function unpack(bytes) {
  const parts = new Map()
  let total = 0
  let entries = 0
  let failed = null
  const unzip = new Unzip((entry) => {
    if (++entries > limits.entries || (entry.originalSize ?? 0) > limits.inflatedBytes) throw tooBig()
    const chunks = needed.test(entry.name) ? [] : null
    if (chunks) parts.set(entry.name, chunks)
    entry.ondata = (error, chunk) => {
      if (error) failed ??= error
      total += chunk?.length ?? 0
      if (total > limits.inflatedBytes) throw tooBig()
      if (chunk?.length) chunks?.push(chunk)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && !failed; at += pieceBytes) unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
  if (failed) throw failed
  return Object.fromEntries([...parts].map(([name, chunks]) => [name, new Uint8Array(Buffer.concat(chunks))]))
}

async function workbook(bytes) {
  // Packed anew without compression, so that the library reads exactly what was counted.
  const counted = zipSync(unpack(bytes), { level: 0 })
  return readSheet(counted.buffer)
}

function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What a Chinese Excel writes when it is asked for plain CSV.
    return new TextDecoder('gb18030').decode(bytes)
  }
}
/** RFC 4180; a semicolon or a tab divides as well where the first line holds no comma. */
function table(text) {
  const [first = ''] = text.split(/\r?\n/, 1)
  const comma = first.includes(',') ? ',' : first.includes('\t') ? '\t' : first.includes(';') ? ';' : ','
  const rows = []
  let row = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${comma}\\r\\n"][^${comma}\\r\\n]*)?)(${comma}|\\r\\n|\\n|\\r|$)`, 'y')
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Refused('import.unreadable', {})
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? null)
    if (found[3] !== comma || cell.lastIndex === at) {
      rows.push(row)
      row = []
      if (rows.length > limits.rows + 1) break
    } else if (cell.lastIndex === text.length) row.push(null)
  }
  if (row.length) rows.push(row)
  return rows
}

async function read() {
  const bytes = readFileSync(path)
  const rows = kind === 'xlsx' ? await workbook(bytes) : table(decoded(bytes))
  const isFull = (value) => value !== null && value !== undefined && value !== ''
  while (rows.length && !rows.at(-1).some(isFull)) rows.pop()
  if (rows.length > limits.rows + 1) throw new Refused('import.too_many_rows', { most: limits.rows })
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(isFull) + 1), 0)
  if (width > limits.columns) throw new Refused('import.too_many_columns', { most: limits.columns })
  return rows.map((row) => row.slice(0, width))
}

read().then(
  (rows) => parentPort.postMessage({ rows }),
  (error) => parentPort.postMessage(error instanceof Refused ? { refused: error.message, params: error.params } : { refused: 'import.unreadable', params: {} }),
)
