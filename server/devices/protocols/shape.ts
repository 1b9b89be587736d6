/** What JSON calls an object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A number, also where it was written as text; null for anything else, an empty text included. */
export function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== '' && value.length <= 32
        ? Number(value)
        : Number.NaN
  return Number.isFinite(number) ? number : null
}
/** What scaling leaves behind: 0.1 × 3 is 0.3. */
export const scaled = (value: number, scale: number) => Number((value * scale).toFixed(6))

const stamp = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d):?(\d\d)$/
/**
 * A time without its zone, such as `20261120160000` or `2026-11-20 16:00:00`, on China's clock;
 * anything else as it came.
 */
export function chinaTime(text: unknown): unknown {
  const [, year, month, day, hour, minute, second] =
    (typeof text === 'string' && stamp.exec(text)) || []
  return year ? `${year}-${month}-${day}T${hour}:${minute}:${second}+08:00` : text
}
