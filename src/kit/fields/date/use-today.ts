import { useState } from 'react'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { todayIn } from '#src/kit/fields/date/day-text.ts'

/** The day that it is at the tenant's, as of when the question was opened. */
export function useToday(): string {
  const [now] = useState(() => Date.now())
  return todayIn(useTimeZone(), now)
}
