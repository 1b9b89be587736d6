import type { Definition } from '#src/kit/definition/resource.ts'
import { myTasksPage, taskList } from './task.ts'
import { workHoursList, workMonths } from './work-hours.ts'
import { teams } from './team.ts'
import { attendanceList } from './attendance.ts'
import { taskRepeatList } from './task-repeat.ts'

export const work: readonly Definition[] = [
  myTasksPage,
  taskList,
  workMonths,
  workHoursList,
  attendanceList,
  taskRepeatList,
  teams,
]
