import type { Field, Fields } from '#contract/field.ts'
import type { FieldFault } from '#server/db/http-error.ts'

type Line = Record<string, unknown>

/**
 * Lines end with a semicolon or a new line, their parts with a bar; in double quotes neither does.
 */
function split(text: string): string[][] {
  const lines: string[][] = [['']]
  let isQuoted = false
  for (const sign of text) {
    const parts = lines.at(-1)!
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && /[;\n\uFF1B]/.test(sign)) lines.push([''])
    else if (!isQuoted && /[|\uFF5C]/.test(sign)) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return lines
    .map((parts) => parts.map((part) => part.trim()))
    .filter((parts) => parts.some((part) => part !== ''))
}

const isNumber = ({ kind }: Field) => ['integer', 'decimal', 'money'].includes(kind)

/** The lines that one cell holds, by the columns in their order; references are still names. */
export function linesIn(
  text: string,
  { columns = {} }: Field,
  numberOf: (text: string) => number | null,
): { value: Line[] } | { fault: FieldFault } {
  const names = Object.entries(columns)
  const value: Line[] = []
  for (const [at, parts] of split(text).entries()) {
    const wrong = (part: string) => ({
      fault: { code: 'import.line', params: { at: at + 1, part } },
    })
    if (parts.length > names.length) return wrong(parts.slice(names.length).join(' | '))
    const line: Line = {}
    for (const [place, part] of parts.entries()) {
      const [name, field] = names[place]!
      if (part === '') continue
      const read = isNumber(field) ? numberOf(part) : part
      if (read === null) return wrong(part)
      line[name] = read
    }
    value.push(line)
  }
  return { value }
}

const refsOf = (columns: Fields) => Object.entries(columns).filter(([, { kind }]) => kind === 'ref')
/** Names that lines of a cell refer to, with the entity that has them. */
export const namesIn = ({ columns = {} }: Field, lines: readonly Line[]): [string, string][] =>
  refsOf(columns).flatMap(([name, { to }]) =>
    lines.flatMap((line) =>
      typeof line[name] === 'string' ? [[to!, line[name]] as [string, string]] : [],
    ),
  )
/**
 * Puts ids in the place of the names. Answers what is wrong with the first name that means no row,
 * or several.
 */
export function withIds(
  { columns = {} }: Field,
  lines: readonly Line[],
  idsOf: (to: string, name: string) => readonly number[],
): FieldFault | null {
  for (const [name, { to }] of refsOf(columns))
    for (const line of lines) {
      const said = line[name]
      if (typeof said !== 'string') continue
      const found = idsOf(to!, said)
      if (found.length !== 1)
        return {
          code: found.length > 1 ? 'import.ambiguous_reference' : 'import.unknown_reference',
          params: { name: said, count: found.length },
        }
      line[name] = found[0]
    }
  return null
}

/** Lines as far as a sheet says them, to compare. */
export const saidOf = ({ columns = {} }: Field, lines: unknown): string =>
  JSON.stringify(
    ((lines ?? []) as Line[]).map((line) =>
      Object.keys(columns).map((name) => {
        const value = line[name] ?? null
        return value === '' ? null : value
      }),
    ),
  )
