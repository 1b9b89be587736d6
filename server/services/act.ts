import { actDays, actSlackMinutes, type ActTime } from '#contract/act.ts'
import { invalidFields } from '#server/db/http-error.ts'

const minuteMs = 60_000
const slackMs = actSlackMinutes * minuteMs
const oldestMs = actDays * 24 * 60 * minuteMs

/** When something was done, and what history keeps of both clocks. */
export interface Act {
  at: Date
  /** Nothing, where it is told as it is done. */
  kept: { actedAt?: string; phoneAt?: string; receivedAt?: string }
}

/**
 * The moment of an act that is told later: not before `from`, nor in the future, nor older than two
 * weeks. Within minutes of a bound it is taken as the bound: clocks are never quite right.
 * Errors: 422 `actedAt`, with `early` where it was before.
 */
export function actSince(
  from: string | null | undefined,
  early: string,
  { actedAt, phoneAt }: ActTime,
): Act {
  const now = Date.now()
  if (actedAt === undefined) return { at: new Date(now), kept: {} }
  const told = Date.parse(actedAt)
  const earliest = Date.parse(from ?? '') || 0
  const refuse = (code: string) => {
    throw invalidFields({ actedAt: { code } })
  }
  if (told > now + slackMs) refuse('task.act_future')
  if (told < now - oldestMs) refuse('task.act_old')
  if (told < earliest - slackMs) refuse(early)
  return {
    at: new Date(Math.min(now, Math.max(earliest, told))),
    kept: { actedAt, ...(phoneAt && { phoneAt }), receivedAt: new Date(now).toISOString() },
  }
}
