import { codes, entity, rest } from '../entity.ts'
import { namedParts } from '../farm/land-part.ts'
import {
  choice,
  choices,
  date,
  decimal,
  flag,
  id,
  integer,
  lines,
  onlyWhen,
  ref,
  refs,
  text,
  within,
} from '../field.ts'
import { entityScreen } from '../screen.ts'
import { taskPriorities } from './task-states.ts'
import { materialLines, mostTaskPeople, mostTaskPlots } from './task.ts'

/** In the order of ISO 8601: Monday is the first. */
export const repeatDays = {
  monday: 'monday',
  tuesday: 'tuesday',
  wednesday: 'wednesday',
  thursday: 'thursday',
  friday: 'friday',
  saturday: 'saturday',
  sunday: 'sunday',
} as const

/** Work that comes again: on each of its days a task is made of it, by the rights of who set it up last. */
export const taskRepeat = entity('taskRepeat', {
  module: 'work',
  title: 'title',
  stored: { view: 'task_repeat_view' },
  permissions: {
    list: 'wfpf.farm.taskRepeat',
    ...codes('wfpf.farm.taskRepeat.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification has tasks and no calls for those that come again
  api: rest('wfpf/v1/{tenant}/task-repeat'),
  fields: {
    id: id(),
    title: text({ required: true, max: 60 }),
    taskTypeId: ref('taskType', { required: true }),
    priority: choice(taskPriorities, {}),
    areaId: ref('area', { required: true }),
    landIds: refs('land', { max: mostTaskPlots, dependsOn: 'areaId' }),
    parts: namedParts,
    batchId: within('areaId', ref('batch', {})),
    leaderId: ref('worker', {}),
    participantIds: refs('worker', { max: mostTaskPeople }),
    period: choice({ day: 'day', week: 'week', month: 'month' }, { required: true }),
    /** Every second, third, … of them; each one where it is empty. */
    gap: integer({ min: 1, max: 60 }),
    weekdays: onlyWhen('period', ['week'], choices(repeatDays, {})),
    startsOn: date({ required: true }),
    until: date({}),
    /** How long each of them takes. */
    days: integer({ min: 1, max: 60, unit: 'day' }),
    /** How long before its first day the task is made. */
    leadDays: integer({ min: 0, max: 30, unit: 'day' }),
    plannedHours: decimal({ min: 0.1, max: 9999, scale: 1, unit: 'hour' }),
    photoCount: integer({ min: 0, max: 9 }),
    warehouseId: ref('warehouse', {}),
    materials: lines(materialLines, { max: 50, detailOnly: true }),
    enabledFlag: flag({}),
    nextOn: date({ readonly: true }),
    made: integer({ min: 0, max: 999_999, readonly: true }),
    /** Why the last one was not made: its author lacks the right, or the form was refused. */
    problem: choice({ rights: 'rights', refused: 'refused' }, { readonly: true }),
    description: text({ max: 500 }),
  },
})
export const taskRepeatScreen = entityScreen('taskRepeat', taskRepeat, {
  route: '/web/farm/task-repeat',
  module: 'farm',
  group: 'production',
  icon: 'repeat',
  at: 2,
  tabOf: 'taskManger',
})
