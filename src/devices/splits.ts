const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Five marks, four equal splits, for an axis that begins at 0 (spec 2 §9) and holds every value; where frost goes below 0 it
 * begins there. Empty lists count as 0 to 1.
 */
export function fourSplits(values: readonly number[]): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low || 1
  const power = 10 ** Math.floor(Math.log10(span / 4))
  // A start below 0 is moved down to a mark, which may need a longer step.
  for (const step of [...steps, ...steps.map((one) => one * 10)].map((one) => one * power)) {
    const first = low === 0 ? 0 : -step * Math.ceil(-low / step - 1e-9)
    if (first + 4 * step >= high - 1e-9 * span) return [0, 1, 2, 3, 4].map((at) => Number((first + at * step).toPrecision(6)))
  }
  return [0, 0.25, 0.5, 0.75, 1]
}
