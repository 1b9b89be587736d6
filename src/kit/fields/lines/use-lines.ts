import type { InputProps } from '#src/kit/fields/kind.ts'

/** Lines of a field that draws each of them by itself; without a name of its own, a line is its place. */
export function useLines<L extends object>({
  value,
  onChange,
  field,
  disabled,
}: Pick<InputProps, 'value' | 'onChange' | 'field' | 'disabled'>) {
  const lines = (value ?? []) as readonly L[]
  return {
    lines,
    set: (at: number, change: Partial<L>) =>
      onChange(lines.map((line, other) => (other === at ? { ...line, ...change } : line))),
    add: (line: L) => onChange([...lines, line]),
    remove: (at: number) => onChange(lines.filter((_, other) => other !== at)),
    /** Whether no line can be added. */
    isFull: disabled || lines.length >= (field.max ?? 0),
  }
}
