/** Text that no spreadsheet takes for a formula (quality INJ-4). */
export const inert = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
export const csvCell = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text = value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${inert(text).replaceAll('"', '""')}"`
}
/** Excel reads UTF-8 only behind a byte order mark. */
export const csvStart = '\uFEFF'
export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}\r\n`
