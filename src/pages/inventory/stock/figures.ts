const formats = new Map<string, Intl.NumberFormat>()
/**
 * A figure in the reader's language, with as many decimals as it has, and at least those of
 * `least`.
 */
export function figure(value: unknown, language: string, { least = 0, most = 3 } = {}): string {
  if (value === null || value === undefined || !Number.isFinite(Number(value))) return '–'
  const key = `${language} ${least} ${most}`
  let format = formats.get(key)
  if (!format)
    formats.set(
      key,
      (format = new Intl.NumberFormat(language, {
        minimumFractionDigits: least,
        maximumFractionDigits: Math.max(least, most),
      })),
    )
  return format.format(Number(value))
}
export const yuan = (value: unknown, language: string) =>
  figure(value, language, { least: 2, most: 2 })
/** Names of columns that are money. */
export const isMoney = (name: string) => name === 'value' || name.endsWith('Value')
