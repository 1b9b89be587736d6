import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { activity } from './activity.ts'

const id = z.coerce.number().int().positive()
const version = z.coerce.number().int().positive().optional()
const path = 'wfpf/v1/{tenant}/activity/{id}'
const row = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const sees = { code: activity.permissions.list }
const runs = { code: activity.permissions.edit }

export const activityMoves = {
  publish: call({
    endpoint: activity.api.publish,
    summary: 'activity: people may join from now on',
    access: { code: activity.permissions.publish },
    rowsOf: activity.name,
    input: z.object({ id, objectVersionNumber: version }),
    answer: row,
  }),
  cancel: call({
    endpoint: activity.api.cancel,
    summary: 'activity: it does not take place; who had joined is told why',
    access: { code: activity.permissions.cancel },
    rowsOf: activity.name,
    input: z.object({
      id,
      objectVersionNumber: version,
      cancelReason: z.string().trim().min(1).max(200),
    }),
    answer: row,
  }),
}

const member = z.object({
  accountId: z.int(),
  realName: z.string(),
  joinedAt: z.string(),
  signedInAt: z.string().nullable(),
  /** Whether that is who asks. */
  isMe: z.boolean(),
})
export type ActivityMember = z.infer<typeof member>
export const activityMembers = call({
  endpoint: `GET /${path}/members`,
  summary: 'Who takes part in an activity, and who has signed in',
  access: sees,
  staleAfter: { activity: 'id' },
  input: z.object({ id }),
  answer: z.array(member),
})
export const joinActivity = call({
  endpoint: `POST /${path}/join`,
  summary: 'Take part in an activity; 409 while it is not open, or full',
  access: sees,
  input: z.object({ id }),
  answer: nothing,
})
export const leaveActivity = call({
  endpoint: `POST /${path}/leave`,
  summary: 'Take part no longer; 409 for who has signed in',
  access: sees,
  input: z.object({ id }),
  answer: nothing,
})
/** Seconds after which another code is shown. */
export const codeSeconds = 60
export const activityCode = call({
  endpoint: `GET /${path}/sign-code`,
  summary: 'The code that is shown on the spot; it changes every minute',
  access: runs,
  input: z.object({ id }),
  answer: z.object({ code: z.string(), seconds: z.int() }),
})
/** How long before its start one may sign in. */
export const earliestHours = 2
export const signInActivity = call({
  endpoint: `POST /${path}/sign-in`,
  summary: 'Be there, by the code that is shown on the spot; who had not joined joins',
  access: sees,
  input: z.object({ id, code: z.string().regex(/^[\w-]{6,20}$/) }),
  answer: nothing,
})
export const signInMember = call({
  endpoint: `POST /${path}/members/sign-in`,
  summary: 'Note that somebody who had joined is there',
  access: runs,
  input: z.object({ id, accountId: id }),
  answer: nothing,
})
