import { recordTimeline } from '#contract/approval/case-calls.ts'
import { call } from '#src/api/call.ts'

/** The question for every case of a record that its reader may see, newest first. */
export const recordCases = (formCode: string, thirdId: number) => ({
  queryKey: ['approval-timeline', formCode, thirdId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(recordTimeline, { formCode, thirdId }, { quiet: true, signal }),
})
