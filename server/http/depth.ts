/**
 * Whether something parsed lies in itself more than `most` deep. Asked without recursion: what is
 * asked about may exhaust it.
 */
export function isDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}
