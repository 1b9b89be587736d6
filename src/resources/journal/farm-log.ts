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
    ],
    more: ['areaId', 'batchId', 'latlng', 'logType'],
    onPhone: ['logLevel', 'content', 'description', 'author', 'happenedAt'],
    filters: [
      'logTitle',
      'logLevel',
      'areaId',
      'landId',
      'batchId',
      'author',
      'mineFlag',
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
  dialogs: { makeTask: () => import('#src/features/work/TaskFromEntry.tsx') },
})
