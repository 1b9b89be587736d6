import { z } from 'zod'
import { call } from '../call.ts'
import { isDay } from '../moment.ts'
import { taskPriorities } from './task-states.ts'
import { task } from './task.ts'

const key = z.coerce.number().int().positive()
/** Where it is, and what was seen there, the entry says. */
export const taskFromEntry = call({
  endpoint: 'POST /wfpf/v1/{tenant}/log/{id}/task',
  summary: 'Makes a task of an entry of the journal, with its place and its pictures, once',
  access: { code: task.permissions.create },
  rowsOf: 'task',
  input: z.object({
    id: key,
    title: z.string().trim().min(1).max(60),
    taskTypeId: key,
    leaderId: key.nullish(),
    endsOn: z.iso.date().refine(isDay),
    priority: z.enum(taskPriorities).nullish(),
    description: z.string().trim().max(500).nullish(),
  }),
  answer: z.looseObject({ id: z.int(), objectVersionNumber: z.int() }),
})
