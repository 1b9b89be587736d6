import { useCallback, useState } from 'react'
import type { AnyResource } from './resource.ts'

function hiddenIn(key: string): unknown[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** The columns a person chose for a list, kept in this browser. A column that is new to the product shows itself. */
export function useColumns({ screen, list }: AnyResource) {
  const key = `columns.${screen.name}`
  const all: readonly string[] = list.columns
  const [names, setShown] = useState(() => all.filter((name) => !hiddenIn(key).includes(name)))
  const setNames = useCallback(
    (next: readonly string[]) => {
      const gone = all.filter((name) => !next.includes(name))
      setShown([...next])
      if (gone.length) localStorage.setItem(key, JSON.stringify(gone))
      else localStorage.removeItem(key)
    },
    [all, key],
  )
  return { all, names, setNames }
}
