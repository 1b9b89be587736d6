import {
  workHours,
  workHoursScreen,
  workMonth,
  workMonthScreen,
} from '#contract/work/work-hours.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const workMonths = resource(workMonth, {
  screen: workMonthScreen,
  list: {
    columns: [
      'month',
      'workerId',
      'areaId',
      'signedDays',
      'days',
      'tasks',
      'signedHours',
      'hours',
      'pieces',
      'pieceAmount',
      'amount',
    ],
    more: ['signedDays', 'tasks', 'pieceAmount'],
    totals: ['signedHours', 'hours', 'pieceAmount', 'amount'],
    filters: ['month', 'workerId', 'areaId'],
  },
})
export const workHoursList = resource(workHours, {
  screen: workHoursScreen,
  list: {
    columns: [
      'actedOn',
      'workedOn',
      'workerId',
      'taskId',
      'areaId',
      'batchId',
      'hours',
      'dayWage',
      'pieces',
      'pieceUnit',
      'pieceRate',
      'amount',
    ],
    more: ['workedOn', 'areaId', 'batchId', 'pieceRate'],
    totals: ['hours', 'amount'],
    filters: ['actedOn', 'workedOn', 'workerId', 'taskId', 'areaId', 'batchId', 'pieceUnit'],
  },
})
