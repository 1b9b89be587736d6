/**
 * A sum in parts by their weights, to the last decimal and without a remainder: what is left over
 * by rounding down goes to those that lost most by it, the first of equals. Weights count to three
 * decimals; where none weighs anything, all weigh the same.
 */
export function sharesOf(sum: number, weights: readonly number[], decimals: number): number[] {
  if (weights.length === 0) return []
  const scale = 10 ** decimals
  const whole = BigInt(Math.round(Math.abs(sum) * scale))
  const given = weights.map((weight) => BigInt(Math.round(Math.max(0, weight) * 1000)))
  const each = given.some((weight) => weight > 0n) ? given : weights.map(() => 1n)
  const all = each.reduce((total, weight) => total + weight, 0n)
  const parts = each.map((weight, place) => ({
    place,
    part: (whole * weight) / all,
    lost: (whole * weight) % all,
  }))
  const left = Number(whole - parts.reduce((total, { part }) => total + part, 0n))
  const order = parts.toSorted((a, b) =>
    a.lost === b.lost ? a.place - b.place : a.lost > b.lost ? -1 : 1,
  )
  for (const one of order.slice(0, left)) one.part++
  const sign = sum < 0 ? -1 : 1
  return parts.map(({ part }) => (part === 0n ? 0 : (sign * Number(part)) / scale))
}
