import type { Row } from '#src/kit/definition/resource.ts'

export interface Refused {
  row: Row
  sentence: string
}
export interface BulkResult {
  done: number[]
  refused: Refused[]
}

/**
 * One after another, so that a refusal is about one row and the others still go through
 * (docs/specification.md 5.4).
 */
export async function runBulk(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  say: (error: unknown) => string,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] }
  for (const row of rows) {
    try {
      await act(row)
      result.done.push(row.id)
    } catch (error) {
      result.refused.push({ row, sentence: say(error) })
    }
  }
  return result
}

/** All in one call: what refuses one refuses all. */
export async function runTogether(
  rows: readonly Row[],
  act: () => Promise<void>,
  say: (error: unknown) => string,
): Promise<BulkResult> {
  if (rows.length === 0) return { done: [], refused: [] }
  try {
    await act()
    return { done: rows.map(({ id }) => id), refused: [] }
  } catch (error) {
    const sentence = say(error)
    return { done: [], refused: rows.map((row) => ({ row, sentence })) }
  }
}
