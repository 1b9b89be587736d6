/** A line of a product's form. */
export type SkuLine = Readonly<Record<string, unknown>> & { combination?: unknown }
/** The values that were picked of each attribute, in the order of the attributes. */
export type Picked = readonly (readonly string[])[]

const keyOf = (line: SkuLine) => String(line.combination ?? '').trim().toLowerCase()

/** Every value of each with every value of the others, named in the order of the attributes; an attribute of which none is picked counts for nothing. */
export function combinationsOf(picked: Picked): string[] {
  const given = picked.filter((values) => values.length > 0)
  if (given.length === 0) return []
  const all = given.reduce<string[][]>((before, values) => before.flatMap((one) => values.map((value) => [...one, value])), [[]])
  return [...new Map(all.map((parts) => parts.join(' ')).map((name) => [name.toLowerCase(), name])).values()]
}

/** The lines as they would be: what is there already keeps its prices, what is not among the combinations goes. */
export function generate(lines: readonly SkuLine[], picked: Picked, blank: SkuLine): { lines: SkuLine[]; added: number; removed: number } {
  const names = combinationsOf(picked)
  const known = new Map(lines.map((line) => [keyOf(line), line]))
  const next = names.map((combination) => known.get(combination.toLowerCase()) ?? { ...blank, combination })
  const kept = next.filter((line) => lines.includes(line)).length
  return { lines: next, added: next.length - kept, removed: lines.length - kept }
}

/** Which values of each attribute the lines name, where all of them can be made of attributes: what a product's form begins with. */
export function pickedOf(lines: readonly SkuLine[], attributes: readonly { values: readonly string[] }[]): Picked {
  const names = lines.map(keyOf)
  const found = attributes.map(({ values }) => values.filter((value) => names.some((name) => ` ${name} `.includes(` ${value.toLowerCase()} `))))
  const made = new Set(combinationsOf(found).map((name) => name.toLowerCase()))
  return names.every((name) => made.has(name)) ? found : attributes.map(() => [])
}
