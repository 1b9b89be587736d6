import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

// Runs in a worker, from its source as well as bundled: a long workbook would hold up everybody who calls meanwhile.
// Given { path, table, marks, title, lists, notes }, it writes a file and answers an empty object. `marks`: per row its columns and
// its reasons; `lists`: drop-downs as the sheet's XML has them; `notes`: a second sheet.
// On Linux this is the thread's own priority: whoever is answered comes before it.
if (process.platform === 'linux') setPriority(5)
const { path, table, marks, title, lists, notes } = workerData
const backgroundColor = '#ffccc7'

function cellOf(value, isMarked) {
  const isBlank = value === null || value === undefined || value === ''
  const colour = isMarked ? { backgroundColor } : {}
  if (isBlank) return isMarked ? { value: '', type: String, ...colour } : null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm', ...colour }
  return isMarked ? { value, type: value.constructor, ...colour } : value
}
const width = table.reduce((most, row) => Math.max(most, row.length), 0)
const data = table.map((row, at) => {
  const { columns = [], reasons = null } = marks.get(at + 1) ?? {}
  const cells = Array.from({ length: width }, (_, index) =>
    cellOf(row[index], columns.includes(index)),
  )
  return [
    ...cells,
    at === 0
      ? { value: title, type: String, fontWeight: 'bold' }
      : cellOf(reasons, reasons !== null),
  ]
})
const noted = notes.lines.map((line, at) =>
  line.map((value) => ({
    value,
    type: String,
    wrap: at > 3,
    ...(at === 3 && { fontWeight: 'bold' }),
  })),
)
const transform = (content, _options, { sheetIndex }) =>
  sheetIndex === 0 && lists.length
    ? content.replace(
        '</sheetData>',
        `</sheetData><dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`,
      )
    : content
await writeExcelFile(
  [
    { data, stickyRowsCount: 1 },
    { data: noted, sheet: notes.sheet, columns: notes.widths.map((width) => ({ width })) },
  ],
  { features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }] },
).toFile(path)
parentPort.postMessage({})
