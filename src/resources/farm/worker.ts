import { worker, workerScreen } from '#contract/farm/worker.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const workers = resource(worker, {
  screen: workerScreen,
  list: {
    columns: [
      'realName',
      'presence',
      'workerCode',
      'phone',
      'kind',
      'areaId',
      'signedHours',
      'acceptedHours',
      'workerType',
      'organizationId',
      'skills',
      'dayWage',
      'joinedOn',
      'enabledFlag',
    ],
    more: [
      'signedHours',
      'acceptedHours',
      'workerType',
      'organizationId',
      'joinedOn',
      'enabledFlag',
    ],
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
