import { lazy } from 'react'
import { cameraTimer, cameraTimerScreen } from '#contract/camera/timer.ts'
import { CronCell } from '#src/features/camera/CronCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const cameraTimers = resource(cameraTimer, {
  screen: cameraTimerScreen,
  list: {
    columns: [
      'name',
      'cameraId',
      'cron',
      'nextOn',
      'lastOn',
      'taken',
      'missed',
      'problem',
      'keepDays',
      'enabledFlag',
    ],
    more: ['missed', 'keepDays', 'enabledFlag'],
    filters: ['name', 'cameraId', 'problem', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  cells: { cron: CronCell },
  inputs: { cron: lazy(() => import('#src/features/camera/CronInput.tsx')) },
  form: [['name', 'cameraId'], ['cron'], ['keepDays', 'enabledFlag'], ['description']],
})
