import { codes, entity, rest } from '../entity.ts'
import { choice, decimal, flag, id, onlyWhen, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { checklist, ownFields } from './task-asks.ts'
import { mostPieceUnit, pieceRate } from './piece.ts'

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
    /** By hours at everybody's own wage, or by what was picked, packed or planted. */
    payBy: choice({ hour: 'hour', piece: 'piece' }, {}),
    pieceUnit: onlyWhen('payBy', ['piece'], text({ max: mostPieceUnit }), 'needed'),
    pieceRate: onlyWhen('payBy', ['piece'], pieceRate({}), 'needed'),
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
