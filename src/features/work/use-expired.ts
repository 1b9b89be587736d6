import { useCallback, useState } from 'react'
import type { ExpiredUse } from '#contract/work/task-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import type { UsedLine } from './suggest-lots.ts'

const textOf = (used: readonly UsedLine[]) =>
  JSON.stringify(used.map(({ skuId, lot }) => [skuId, lot]))
/**
 * Lots that were found to be past their day as a report was sent: sending the same lots again says
 * that they were used. `found`: those of a refusal that came earlier, of a report that used `first`.
 */
export function useExpired(found: unknown, first: readonly UsedLine[]) {
  const [lots, setLots] = useState((found ?? []) as readonly ExpiredUse[])
  const [sent, setSent] = useState(() => textOf(first))
  const onRefused = useCallback((error: unknown) => {
    const { expired } = (isApiError(error) ? error.detail : {}) as { expired?: ExpiredUse[] }
    if (expired) setLots(expired)
  }, [])
  return {
    lots,
    onRefused,
    /** What is sent beside the rest. Other lots than those that were asked about are asked about anew. */
    inputFor(used: readonly UsedLine[]): { accepted?: ['expired'] } {
      const said = textOf(used)
      setSent(said)
      return lots.length > 0 && sent === said ? { accepted: ['expired'] } : {}
    },
  }
}
