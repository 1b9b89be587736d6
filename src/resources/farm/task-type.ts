import { lazy } from 'react'
import { taskType, taskTypeScreen } from '#contract/farm/task-type.ts'
import { FieldsCell } from '#src/features/farm/asks/FieldsCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const taskTypes = resource(taskType, {
  screen: taskTypeScreen,
  list: {
    columns: [
      'name',
      'code',
      'category',
      'standardHours',
      'payBy',
      'pieceRate',
      'pieceUnit',
      'enabledFlag',
      'description',
    ],
    more: ['pieceRate', 'pieceUnit', 'enabledFlag'],
    filters: ['name', 'code', 'category', 'payBy', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'code'],
    ['category', 'standardHours'],
    ['payBy'],
    ['pieceUnit', 'pieceRate'],
    ['checklist'],
    ['ownFields'],
    ['enabledFlag'],
    ['description'],
  ],
  cells: { ownFields: FieldsCell },
  inputs: {
    checklist: lazy(() => import('#src/features/farm/asks/ChecklistEditor.tsx')),
    ownFields: lazy(() => import('#src/features/farm/asks/OwnFieldsEditor.tsx')),
  },
})
