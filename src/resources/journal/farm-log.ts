import { lazy } from 'react'
import { farmLog, farmLogScreen } from '#contract/journal/farm-log.ts'
import { VoiceCell } from '#src/features/journal/VoiceCell.tsx'
import { resource } from '#src/kit/definition/resource.ts'
import { LevelCell } from '#src/pages/journal/log/LevelCell.tsx'

export const farmLogs = resource(farmLog, {
  screen: farmLogScreen,
  list: {
    columns: [
      'logTitle',
      'logLevel',
      'content',
      'voice',
      'description',
      'areaId',
      'landId',
      'batchId',
      'author',
      'happenedAt',
      'latlng',
      'logType',
      'taskFlag',
    ],
    more: ['areaId', 'batchId', 'latlng', 'logType', 'taskFlag'],
    marks: ['taskFlag'],
    onPhone: ['logLevel', 'content', 'description', 'author', 'happenedAt'],
    filters: [
      'logTitle',
      'logLevel',
      'areaId',
      'landId',
      'batchId',
      'author',
      'mineFlag',
      'taskFlag',
      'happenedAt',
      'description',
    ],
    rowActions: ['show', 'makeTask', 'edit', 'delete'],
    bulkActions: ['delete'],
    cardView: () => import('#src/pages/journal/log/LogBoard.tsx'),
  },
  form: [
    ['logTitle', 'logLevel'],
    ['content'],
    ['voice'],
    ['description'],
    ['areaId', 'landId'],
    ['batchId', 'happenedAt'],
    ['latlng'],
  ],
  inputs: { voice: lazy(() => import('#src/features/journal/VoiceInput.tsx')) },
  cells: { logLevel: LevelCell, voice: VoiceCell },
  showFooter: lazy(() => import('#src/features/work/EntryTask.tsx')),
  dialogs: { makeTask: () => import('#src/features/work/TaskFromEntry.tsx') },
})
