import { worker, workerScreen } from '#contract/farm/worker.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const workers = resource(worker, {
  screen: workerScreen,
  list: {
    columns: [
      'realName',
      'workerCode',
      'phone',
      'kind',
      'presence',
      'signedHours',
      'acceptedHours',
      'workerType',
      'areaId',
      'organizationId',
      'skills',
      'dayWage',
      'joinedOn',
      'enabledFlag',
    ],
    more: ['workerType', 'organizationId', 'joinedOn', 'enabledFlag'],
    filters: ['realName', 'phone', 'kind', 'workerType', 'areaId', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['realName', 'workerCode'],
    ['phone', 'kind'],
    ['workerType', 'areaId'],
    ['organizationId', 'userId'],
    ['joinedOn', 'dayWage'],
    ['skills', 'picture'],
    ['enabledFlag'],
    ['description'],
  ],
})
