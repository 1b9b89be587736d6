import { useEffect } from 'react'
import { countPack, type CountPack } from '#contract/inventory/counting.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { isFieldOn, keepCounts } from '#src/api/field/field.ts'
import { useField } from '#src/kit/calls/field/use-field.ts'
import { useIsOut } from '#src/kit/calls/field/use-is-out.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { countOf } from './count-subject.ts'

export type Sheet = CountPack['content'][number]
/** A count that was begun here can be counted at once. */
const asBegun = (sheet: Sheet, entries: readonly Entry[]): Sheet =>
  sheet.auditStatus === auditStatus.draft &&
  entries.some(({ subject, state }) => subject === countOf(sheet.id) && state !== 'stopped')
    ? { ...sheet, auditStatus: auditStatus.counting }
    : sheet

/** What can be counted: as the server says, or as it was taken along while that is out of reach (`keptAt`). */
export function useSheets() {
  const { entries, counts } = useField()
  const query = useCall(countPack, {}, { networkMode: 'always', staleTime: 0 })
  const { data, dataUpdatedAt, error, refetch } = query
  useEffect(() => {
    if (data && isFieldOn()) void keepCounts(data).catch(() => undefined)
  }, [data, dataUpdatedAt])
  const isOut = useIsOut(query)
  const pack = isOut && counts ? counts.pack : data
  return {
    sheets: pack?.content.map((sheet) => asBegun(sheet, entries)),
    keptAt: isOut && counts ? counts.at : null,
    entries,
    error: isOut && counts ? null : error,
    refetch,
  }
}
