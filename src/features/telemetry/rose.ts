/**
 * A piece of a ring around 0,0: radii in the drawing's units, angles in degrees from north
 * clockwise.
 */
export function wedge(inner: number, outer: number, middle: number, width: number): string {
  const at = (radius: number, degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }
  const [left, right] = [middle - width / 2, middle + width / 2]
  const back =
    inner === 0 ? 'L 0 0' : `L ${at(inner, right)} A ${inner} ${inner} 0 0 0 ${at(inner, left)}`
  return `M ${at(outer, left)} A ${outer} ${outer} 0 0 1 ${at(outer, right)} ${back} Z`
}
/**
 * Share of all measurements per eighth, 0 to 1, and the share that the outermost ring stands for: a
 * round number above all of them.
 */
export function sharesOf(
  eighths: readonly (readonly number[])[],
  total: number,
): { shares: number[]; edge: number } {
  const shares = eighths.map((counts) =>
    total ? counts.reduce((sum, count) => sum + count, 0) / total : 0,
  )
  const most = Math.max(...shares)
  return { shares, edge: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((edge) => edge >= most) ?? 1 }
}
