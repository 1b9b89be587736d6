import type { z } from 'zod'
import type { taskFromEntry } from '#contract/work/entry-calls.ts'

/** What is asked of a task that an entry becomes; where it is, the entry says. */
export type EntryTaskName =
  | 'title'
  | 'taskTypeId'
  | 'leaderId'
  | 'participantIds'
  | 'endsOn'
  | 'priority'
  | 'description'
export type EntryTaskValue = Readonly<Record<EntryTaskName, unknown>>
export type EntryTask = Omit<z.output<typeof taskFromEntry.input>, 'id'>

export const requiredNames: readonly EntryTaskName[] = ['title', 'taskTypeId', 'endsOn']
const priorities: Readonly<Record<string, string>> = { error: 'urgent', warn: 'high' }
export const priorityFor = (level: unknown): string => priorities[String(level)] ?? 'normal'
export const isLacking = (value: EntryTaskValue, name: EntryTaskName): boolean =>
  value[name] === null || value[name] === ''

/** `today`: as YYYY-MM-DD. */
export const offeredFor = (
  { logTitle = '', description = null, logLevel }: Readonly<Record<string, unknown>>,
  today: string,
): EntryTaskValue => ({
  title: logTitle,
  taskTypeId: null,
  leaderId: null,
  participantIds: [],
  endsOn: today,
  priority: priorityFor(logLevel),
  description,
})
