const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/**
 * Five marks, four equal splits, for an axis that begins at 0 and holds every value; where frost
 * goes below 0 it
 * begins there. Without any value it goes to 1.
 */
export function fourSplits(values: readonly number[]): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values) || (low === 0 ? 1 : 0)
  const span = high - low
  const power = 10 ** Math.floor(Math.log10(span / 4))
  // A start below 0 is moved down to a mark, which may need a longer step than the span alone.
  const startOf = (step: number) => (low === 0 ? 0 : -step * Math.ceil(-low / step - 1e-9))
  const fits = (step: number) => startOf(step) + 4 * step >= high - 1e-9 * span
  const step = [1, 10].flatMap((times) => steps.map((one) => one * times * power)).find(fits)!
  return [0, 1, 2, 3, 4].map((at) => Number((startOf(step) + at * step).toPrecision(6)))
}
