import type { ReactNode } from 'react'
import type { UsedKind } from '#contract/platform/uses.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** What names the rows that are to be deleted, with the way to each; null where nothing does. */
export const usesNote = async (kind: UsedKind, rows: readonly Row[]): Promise<ReactNode> =>
  (await import('./Uses.tsx')).noteOf(kind, rows)
