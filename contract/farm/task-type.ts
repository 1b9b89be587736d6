import { codes, entity, rest } from '../entity.ts'
import { choice, decimal, flag, id, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { checklist, ownFields } from './task-asks.ts'

/** Kinds of work that tasks and plans are made of. */
export const taskType = entity('taskType', {
  module: 'farm',
  title: 'name',
  permissions: {
    list: 'wfpf.company.system.taskType',
    ...codes('wfpf.company.system.taskType.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/task-type'),
  fields: {
    id: id(),
    name: text({ required: true, max: 40, unique: true }),
    code: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    category: choice(
      {
        farming: 'farming',
        irrigation: 'irrigation',
        protection: 'protection',
        harvest: 'harvest',
        patrol: 'patrol',
        maintenance: 'maintenance',
      },
      { required: true },
    ),
    standardHours: decimal({ max: 999, scale: 1, unit: 'hour' }),
    checklist,
    ownFields,
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const taskTypeScreen = entityScreen('taskType', taskType, {
  route: '/system/taskType',
  module: 'company',
  group: 'farm',
  icon: 'task-type',
  at: 6,
})
