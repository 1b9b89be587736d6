import { z } from 'zod'
import { call } from '../call.ts'
import { stored } from '../field.ts'
import { isDay } from '../moment.ts'
import { taskPriorities } from './task-states.ts'
import { mostTaskPeople, task } from './task.ts'

const key = z.coerce.number().int().positive()
/** Who does what until when. */
const wanted = {
  title: z.string().trim().min(1).max(60),
  taskTypeId: key,
  leaderId: key.nullish(),
  participantIds: z.array(key).max(mostTaskPeople).optional(),
  endsOn: z.iso.date().refine(isDay),
  priority: z.enum(taskPriorities).nullish(),
  description: z.string().trim().max(500).nullish(),
}
const made = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
/** Where it is, and what was seen there, the entry says. */
export const taskFromEntry = call({
  endpoint: 'POST /wfpf/v1/{tenant}/log/{id}/task',
  summary: 'Makes a task of an entry of the journal, with its place and its pictures, once',
  access: { code: task.permissions.create },
  rowsOf: 'task',
  input: z.object({ id: key, ...wanted }),
  answer: made,
})
/** What an entry of the journal says of what was seen, with pictures. */
const seen = {
  logTitle: z.string().trim().min(1).max(60),
  logLevel: z.enum(['info', 'warn', 'error']),
  logType: z.enum(['image', 'text']),
  content: z.array(stored).max(9),
  areaId: key,
  landId: key.nullish(),
  description: z.string().trim().max(180).nullish(),
}
/** What is seen and what is to be done about it, in one step: both are kept, or neither. */
export const entryWithTask = call({
  endpoint: 'POST /wfpf/v1/{tenant}/log/with-task',
  summary: 'Writes an entry of the journal and makes a task of it; answers the task',
  access: { code: task.permissions.create },
  rowsOf: 'task',
  input: z.object({ entry: z.object(seen), task: z.object(wanted) }),
  answer: made,
})
