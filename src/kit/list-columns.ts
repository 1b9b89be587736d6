import type { ListSettings } from '#contract/account/self.ts'

/** A pinned column has to know its width, or those behind it would not know where to stop. */
export const pinnedWidth = 160

/** A list's columns in the order that a person gave them. One that is new to the product stands where the product puts it. */
export function ordered(all: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => all.includes(name))
  const result = [...known]
  for (const [at, name] of all.entries()) {
    if (known.includes(name)) continue
    const before = all.slice(0, at).findLast((one) => result.includes(one))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name)
  }
  return order.length === 0 ? [...all] : result
}

/** What is shown: pinned columns first, hidden ones not at all. */
export function shownColumns(columns: readonly string[], { hidden, pinned }: Pick<ListSettings, 'hidden' | 'pinned'>): string[] {
  const shown = hidden.length ? columns.filter((name) => !hidden.includes(name)) : columns
  return pinned.length ? [...shown.filter((name) => pinned.includes(name)), ...shown.filter((name) => !pinned.includes(name))] : [...shown]
}

/** Where each pinned column stops when the others pass under it; `first` is what stands before them. */
export function pinnedOffsets(names: readonly string[], { pinned, widths }: Pick<ListSettings, 'pinned' | 'widths'>, first: number): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  let offset = first
  for (const name of names.filter((one) => pinned.includes(one))) {
    offsets.set(name, offset)
    offset += widths[name] ?? pinnedWidth
  }
  return offsets
}
