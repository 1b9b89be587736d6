import { z } from 'zod'
import { call } from '../call.ts'
import { task } from './task.ts'

const key = z.coerce.number().int().positive()
const day = z.iso.date()
/** So many days are looked at in one go, and so many people. */
export const mostPlannedDays = 92
export const mostPlannedPeople = 1000
const dayMs = 86_400_000

/**
 * Who is planned on which days of a window, and for how long: what a task is planned to take (or
 * its type usually takes) is divided among its people and its days. Of the tasks and the people
 * that the asker sees.
 */
export const peoplePlanned = call({
  endpoint: 'GET /wfpf/v1/{tenant}/task/people',
  summary: 'Who is free on the days of a window, and how long the others are planned',
  access: { code: [task.permissions.create, task.permissions.edit, task.permissions.assign] },
  staleAfter: { task: true, worker: true },
  input: z
    .object({
      from: day,
      to: day,
      /** The task that people are chosen for: it is not counted. */
      taskId: key.optional(),
    })
    .refine(
      ({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < mostPlannedDays * dayMs,
      { path: ['to'] },
    ),
  answer: z.object({
    /** How long people work a day at most. */
    dayHours: z.number(),
    people: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        areaId: z.int().nullable(),
        /** Those with a task; hours are 0 where nobody said how long it takes. */
        days: z.array(z.object({ day: z.string(), hours: z.number(), tasks: z.int() })),
      }),
    ),
  }),
})
export type Planned = z.output<typeof peoplePlanned.answer>
export type PlannedPerson = Planned['people'][number]
