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
    columns: ['month', 'workerId', 'areaId', 'days', 'tasks', 'hours', 'amount'],
    totals: ['hours', 'amount'],
    filters: ['month', 'workerId', 'areaId'],
  },
})
export const workHoursList = resource(workHours, {
  screen: workHoursScreen,
  list: {
    columns: ['workedOn', 'workerId', 'taskId', 'areaId', 'batchId', 'hours', 'dayWage', 'amount'],
    totals: ['hours', 'amount'],
    filters: ['workedOn', 'workerId', 'taskId', 'areaId', 'batchId'],
  },
})
