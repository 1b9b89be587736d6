import { lazy } from 'react'
import { taskRepeat, taskRepeatScreen } from '#contract/work/task-repeat.ts'
import { PartsCell } from '#src/features/planting/PartsCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const taskRepeatList = resource(taskRepeat, {
  screen: taskRepeatScreen,
  list: {
    columns: [
      'title',
      'taskTypeId',
      'areaId',
      'landIds',
      'leaderId',
      'period',
      'nextOn',
      'problem',
      'gap',
      'weekdays',
      'startsOn',
      'until',
      'days',
      'made',
      'enabledFlag',
    ],
    more: ['gap', 'weekdays', 'startsOn', 'until', 'days', 'made', 'enabledFlag', 'landIds'],
    filters: ['title', 'areaId', 'taskTypeId', 'leaderId', 'period', 'problem', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['title', 'taskTypeId'],
    ['areaId', 'batchId'],
    ['landIds'],
    ['parts'],
    ['leaderId', 'participantIds'],
    ['period', 'gap'],
    ['weekdays'],
    ['startsOn', 'until'],
    ['days', 'leadDays'],
    ['plannedHours', 'photoCount'],
    ['warehouseId'],
    ['materials'],
    ['priority', 'enabledFlag'],
    ['description'],
  ],
  inputs: {
    parts: lazy(() => import('#src/features/planting/PartsInput.tsx')),
    materials: lazy(() => import('#src/features/work/MaterialsInput.tsx')),
  },
  cells: { parts: PartsCell },
})
