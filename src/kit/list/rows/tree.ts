import type { Row } from '#src/kit/definition/resource.ts'

export type Branch<T extends Row = Row> = T & { children?: Branch<T>[] }

/**
 * Flat rows as a tree; a row whose parent is not among them becomes a root, so that nothing
 * vanishes.
 */
export function treeOf<T extends Row>(rows: readonly T[], parent: string): Branch<T>[] {
  const branches = new Map<number, Branch<T>>(rows.map((row) => [row.id, { ...row }]))
  const roots: Branch<T>[] = []
  for (const branch of branches.values()) {
    const above = branches.get(Number(branch[parent] ?? Number.NaN))
    if (above && above !== branch) (above.children ??= []).push(branch)
    else roots.push(branch)
  }
  return roots
}

/** Ids of a row and of everything under it: where it cannot be moved to. */
export function withDescendants(rows: readonly Row[], parent: string, id: number): Set<number> {
  const found = new Set([id])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const row of rows) if (found.has(Number(row[parent]))) found.add(row.id)
  }
  return found
}
