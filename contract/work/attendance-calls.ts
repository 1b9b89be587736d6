import { z } from 'zod'
import { call } from '../call.ts'
import { presences } from '../farm/worker.ts'
import { attendance } from './attendance.ts'
import { act } from './act.ts'
import { ownTaskList } from './task.ts'

const path = '/wfpf/v1/{tenant}/attendance'
const key = z.coerce.number().int().positive()
const mine = { code: ownTaskList }
const row = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })

export const signIn = call({
  endpoint: `POST ${path}/sign-in`,
  summary: 'Be there from now on; 409 for who already is',
  access: mine,
  rowsOf: attendance.name,
  input: z.object({ areaId: key, ...act }),
  answer: row,
})
export const signOut = call({
  endpoint: `POST ${path}/sign-out`,
  summary: 'Be there no longer; 409 for who is not, or has been for too long to be true',
  access: mine,
  rowsOf: attendance.name,
  input: z.object(act),
  answer: row,
})
/** So many days back somebody looks at their own. */
export const ownDays = 31
export const myAttendance = call({
  endpoint: `GET ${path}/mine`,
  summary: 'What the caller signed for in the last month, beside what was accepted',
  access: mine,
  rowsOf: attendance.name,
  staleAfter: { attendance: true, task: true },
  input: z.object({}),
  answer: z.array(
    z.object({
      day: z.string(),
      inAt: z.string().nullable(),
      outAt: z.string().nullable(),
      hours: z.number().nullable(),
      acceptedHours: z.number().nullable(),
    }),
  ),
})
export const attendanceDay = call({
  endpoint: `GET ${path}/day`,
  summary: 'Who was there on a day and who was not: signed for, and accepted',
  access: { code: attendance.permissions.list },
  staleAfter: { attendance: true, task: true, worker: true },
  input: z.object({ day: z.iso.date().optional() }),
  answer: z.object({
    day: z.string(),
    people: z.array(
      z.object({
        workerId: z.int(),
        name: z.string(),
        areaId: z.int().nullable(),
        presence: z.enum(Object.keys(presences) as (keyof typeof presences)[]),
        inAt: z.string().nullable(),
        outAt: z.string().nullable(),
        hours: z.number(),
        acceptedHours: z.number(),
      }),
    ),
  }),
})
export type AttendanceDay = z.output<typeof attendanceDay.answer>
