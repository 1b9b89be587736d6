import { stocktake } from '#contract/inventory/document.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { ownTaskList, task } from '#contract/work/task.ts'

/** What is done in the field takes these; asked beforehand, so that the answers go along. */
export const fieldCodes = [
  ownTaskList,
  task.permissions.claim,
  task.permissions.start,
  task.permissions.finish,
  farmLog.permissions.create,
  stocktake.permissions.edit as string,
] as const
