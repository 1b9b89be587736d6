/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}
/**
 * The bytes that a request asks for: a part, none that there are, or all where it asks for no part
 * or for several.
 */
export function rangeOf(range: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return null
  // `-500` means the last five hundred.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}
