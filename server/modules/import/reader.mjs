import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

// Runs in a worker of limited memory, from its source as well as bundled: plain JavaScript that imports packages only.
// Given { path, kind, limits }, it answers { rows } or { refused: code, params }.
// On Linux this is the thread's own priority: whoever is answered comes before it.
if (process.platform === 'linux') setPriority(5)
const { path, kind, limits } = workerData
class Refused extends Error {
  constructor(code, params) {
    super(code)
    this.params = params
  }
}
const tooBig = () => new Refused('import.too_big', { most: limits.inflatedBytes / 1024 / 1024 })
const tooMany = () => new Refused('import.too_many_rows', { most: limits.rows })
/** All that a table is read from; pictures, charts and macros are never even kept. */
const needed =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i
const pieceBytes = 16 * 1024

/** Unpacks a zip piece by piece; `onChunk` hears of each piece. What a zip declares of its sizes may be a lie. */
function unpack(bytes, onEntry, onChunk) {
  let failed = null
  const unzip = new Unzip((entry) => {
    onEntry(entry)
    entry.ondata = (error, chunk) => {
      if (error) failed ??= error
      if (chunk?.length) onChunk(entry.name, chunk)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && !failed; at += pieceBytes)
    unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
  if (failed) throw failed
}
/** Counts everything before anything is kept: a bomb is refused in the memory of one piece. */
function measure(bytes) {
  let total = 0
  let entries = 0
  unpack(
    bytes,
    ({ originalSize = 0 }) => {
      if (++entries > limits.entries || originalSize > limits.inflatedBytes) throw tooBig()
    },
    (_name, { length }) => {
      total += length
      if (total > limits.inflatedBytes) throw tooBig()
    },
  )
}
/** So many rows are read to find that most are blank; above it even their reading would cost too much. */
const mostBlankRows = 100_000
function requireFewRows(sheet) {
  let count = 0
  for (let at = sheet.indexOf('<row'); at >= 0; at = sheet.indexOf('<row', at + 4)) {
    if (++count > limits.rows + mostBlankRows) throw tooMany()
  }
}
function parts(bytes) {
  const kept = new Map()
  unpack(
    bytes,
    ({ name }) => needed.test(name) && kept.set(name, []),
    (name, chunk) => kept.get(name)?.push(chunk),
  )
  return Object.fromEntries(
    [...kept].map(([name, chunks]) => {
      const part = Buffer.concat(chunks)
      if (name.includes('worksheets/')) requireFewRows(part)
      return [name, new Uint8Array(part.buffer, part.byteOffset, part.length)]
    }),
  )
}

async function workbook(bytes) {
  measure(bytes)
  // Packed anew without compression, so that the library reads exactly what was counted.
  const counted = zipSync(parts(bytes), { level: 0 })
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
  const [first = ''] = text.split(/\r\n|\n|\r/, 1)
  return parse(text, {
    delimiter: [',', '\t', ';'].find((sign) => first.includes(sign)) ?? ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quotation mark in the middle of a cell is an inch.
    relax_quotes: true,
    // One more than may be, so that what is too long is known to be.
    to: limits.rows + 2,
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  })
}

async function read() {
  const bytes = readFileSync(path)
  const rows = kind === 'xlsx' ? await workbook(bytes) : table(decoded(bytes))
  const isFull = (value) => value !== null && value !== undefined && value !== ''
  while (rows.length && !rows.at(-1).some(isFull)) rows.pop()
  if (rows.length > limits.rows + 1) throw tooMany()
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(isFull) + 1), 0)
  if (width > limits.columns) throw new Refused('import.too_many_columns', { most: limits.columns })
  return rows.map((row) => row.slice(0, width))
}

read().then(
  (rows) => parentPort.postMessage({ rows }),
  (error) =>
    parentPort.postMessage(
      error instanceof Refused
        ? { refused: error.message, params: error.params }
        : { refused: 'import.unreadable', params: {} },
    ),
)
