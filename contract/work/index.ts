import { domain } from '../domain.ts'
import { myTasksScreen, optionCode } from './task-calls.ts'
import { task, taskScreen } from './task.ts'
import { workHours, workHoursScreen, workMonth, workMonthScreen } from './work-hours.ts'
import { attendance, attendanceScreen } from './attendance.ts'
import { team, teamScreen } from './team.ts'
import { taskRepeat, taskRepeatScreen } from './task-repeat.ts'

/** Who does what, where and until when, and what came of it. */
export const work = domain('work', {
  entities: [task, workMonth, workHours, attendance, taskRepeat, team],
  screens: [
    myTasksScreen,
    { ...taskScreen, buttons: { ...taskScreen.buttons, option: optionCode } },
    workMonthScreen,
    workHoursScreen,
    attendanceScreen,
    taskRepeatScreen,
    teamScreen,
  ],
})
