/** A line of a product's form. */
export type SkuLine = Readonly<Record<string, unknown>> & { combination?: unknown }
/** The values that were picked of each attribute, in the order of the attributes. */
export type Picked = readonly (readonly string[])[]

const keyOf = (line: SkuLine) =>
  String(line.combination ?? '')
    .trim()
    .toLowerCase()

/**
 * Every value of each with every value of the others, named in the order of the attributes; an
 * attribute of which none is picked counts for nothing.
 */
export function combinationsOf(picked: Picked): string[] {
  const given = picked.filter((values) => values.length > 0)
  if (given.length === 0) return []
  const all = given.reduce<string[][]>(
    (before, values) => before.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  )
  return [
    ...new Map(
      all.map((parts) => parts.join(' ')).map((name) => [name.toLowerCase(), name]),
    ).values(),
  ]
}

/**
 * The product's code with the first two-digit number behind it that no line has; null without one,
 * and where it would be too long.
 */
function* codesAfter(
  code: string,
  lines: readonly SkuLine[],
  longest: number,
): Generator<string | null, never> {
  const taken = new Set(lines.map((line) => String(line.code ?? '').toLowerCase()))
  for (let at = 1; ; at++) {
    const next = `${code}-${String(at).padStart(2, '0')}`
    if (!code || next.length > longest) yield null
    else if (!taken.has(next.toLowerCase())) yield next
  }
}

/**
 * The lines as they would be: what is there already keeps its code and prices, what is not among
 * the combinations goes,
 * and what is new is numbered after the product's code.
 */
export function generate(
  lines: readonly SkuLine[],
  picked: Picked,
  blank: SkuLine,
  code = '',
  longest = 32,
): { lines: SkuLine[]; added: number; removed: number } {
  const names = combinationsOf(picked)
  const known = new Map(lines.map((line) => [keyOf(line), line]))
  const codes = codesAfter(code.trim(), lines, longest)
  const next = names.map(
    (combination) =>
      known.get(combination.toLowerCase()) ?? { ...blank, combination, code: codes.next().value },
  )
  const kept = next.filter((line) => lines.includes(line)).length
  return { lines: next, added: next.length - kept, removed: lines.length - kept }
}

/**
 * Which values of each attribute the lines name, where all of them can be made of attributes: what
 * a product's form begins with.
 */
export function pickedOf(
  lines: readonly SkuLine[],
  attributes: readonly { values: readonly string[] }[],
): Picked {
  const names = lines.map(keyOf)
  const found = attributes.map(({ values }) =>
    values.filter((value) =>
      names.some((name) => ` ${name} `.includes(` ${value.toLowerCase()} `)),
    ),
  )
  const made = new Set(combinationsOf(found).map((name) => name.toLowerCase()))
  return names.every((name) => made.has(name)) ? found : attributes.map(() => [])
}
