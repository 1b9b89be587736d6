/*
 * What refine and its router ask of `qs`, for the flat queries that this console's addresses have;
 * with it come
 * 85 KB of source that every first page would carry (vite.config.ts).
 */
interface Options {
  addQueryPrefix?: boolean
}

/** `?a=1&b=2&b=3` → `{ a: '1', b: ['2', '3'] }`. */
function parse(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(found, name) ? found[name]! : undefined
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}
/** The reverse; what is undefined or null is left out. */
function stringify(
  values: Readonly<Record<string, unknown>>,
  { addQueryPrefix }: Options = {},
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat())
      if (one !== undefined && one !== null) query.append(name, String(one))
  const text = query.toString()
  return text && addQueryPrefix ? `?${text}` : text
}
export default { parse, stringify }
