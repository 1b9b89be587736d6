interface Named {
  landIdName?: string | null
  part: string
}
/** Plots with their parts in words: `Greenhouse A: Bed 1, Bed 2`. */
export function partWords(parts: unknown): string {
  const byPlot = new Map<string, string[]>()
  for (const { landIdName, part } of Array.isArray(parts) ? (parts as Named[]) : []) {
    const plot = landIdName ?? '–'
    byPlot.set(plot, [...(byPlot.get(plot) ?? []), part])
  }
  return [...byPlot].map(([plot, names]) => `${plot}: ${names.join(', ')}`).join(' · ')
}
