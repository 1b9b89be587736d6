const camelNames = new Map<string, string>()
/** `area_name` to `areaName`. */
export function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}
/** `areaName` to `area_name`. */
export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function camelRow(row: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) out[camel(name)] = value
  return out
}
