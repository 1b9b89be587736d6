/** Text that no spreadsheet takes for a formula (docs/specification.md 6.5). */
// Full-width signs too: a spreadsheet set to Chinese takes them for the others.
const formula =
  /^[\s\u0000-\u001f\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\u0000]/
export const inert = (text: string) => (formula.test(text) ? `'${text}` : text)
export const csvCell = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text =
    value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${inert(text).replaceAll('"', '""')}"`
}
/** Excel reads UTF-8 only behind a byte order mark. */
export const csvStart = '\uFEFF'
export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`
