import { farmLog, farmLogScreen } from '#contract/journal/farm-log.ts'
import { resource } from '#src/kit/definition/resource.ts'
import { LevelCell } from '#src/pages/journal/log/LevelCell.tsx'

export const farmLogs = resource(farmLog, {
  screen: farmLogScreen,
  list: {
    columns: [
      'logTitle',
      'logLevel',
      'content',
      'description',
      'areaId',
      'landId',
      'batchId',
      'author',
      'happenedAt',
      'latlng',
      'logType',
    ],
    more: ['areaId', 'latlng', 'logType'],
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
    ['description'],
    ['areaId', 'landId'],
    ['batchId', 'happenedAt'],
    ['latlng'],
  ],
  cells: { logLevel: LevelCell },
  dialogs: { makeTask: () => import('#src/features/work/TaskFromEntry.tsx') },
})
