const camelNames = new Map<string, string>()
/** `area_name` to `areaName`. */
function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}
/** `areaName` to `area_name`. */
export const snake = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Rows of one result, whose names are the same in all. */
export function camelRows(
  first: Record<string, unknown>,
): (row: Record<string, unknown>) => Record<string, unknown> {
  const names = Object.keys(first).map((name) => [name, camel(name)] as const)
  return (row) => {
    const out: Record<string, unknown> = {}
    for (const [name, key] of names) out[key] = row[name]
    return out
  }
}
