import { peoplePlanned } from '#contract/work/people-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Span } from './planned.ts'

/** Who is planned on the days of a task; asked once for all that shows it. */
export const usePlanned = (span: Span | null, taskId: number | undefined) =>
  useCall(
    peoplePlanned,
    span && { from: span.from, to: span.to, ...(taskId !== undefined && { taskId }) },
    { placeholderData: (before) => before, retry: false },
  )
