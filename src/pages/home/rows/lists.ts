import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { approvalsScreen } from '#contract/approval/task-calls.ts'
import { caseStates } from '#contract/approval/states.ts'
import { deviceManagerScreen } from '#contract/equipment/device.ts'
import { simScreen } from '#contract/connectivity/sim.ts'
import { activityScreen } from '#contract/activity/activity.ts'
import { planScreen } from '#contract/plan/plan.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { taskScreen } from '#contract/work/task.ts'
import type { HomeWaiting } from '#contract/home/home-calls.ts'
import { stockScreen } from '#contract/inventory/stock.ts'

interface ListLink {
  key: string
  to: string
  values: { count: number }
}
const partsOf = (
  kind: string,
  parts: Readonly<Record<string, number>> | undefined,
  route: string,
): ListLink[] =>
  Object.entries(parts ?? {}).map(([part, count]) => ({
    key: `${kind}.${part}`,
    to: `${route}?warning=${part}`,
    values: { count },
  }))

/** The lists that hold what is counted, each with as many rows as it says. */
export function listOf({ kind, count, parts }: HomeWaiting['counts'][number]): ListLink[] {
  const one = (to: string): ListLink[] => [{ key: kind, to, values: { count } }]
  switch (kind) {
    case 'alarm':
      return one(`${alarmScreen.route}?state=open&unacknowledged=1`)
    case 'approval':
      return one(approvalsScreen.route)
    case 'task':
      return Object.entries(parts ?? {}).flatMap(([part, of]) =>
        of > 0
          ? {
              key: `task.${part}`,
              to: part === 'mine' ? myTasksScreen.route : taskScreen.route,
              values: { count: of },
            }
          : [],
      )
    case 'plan':
      return one(`${planScreen.route}?lateFlag=1`)
    case 'activity':
      return one(`${activityScreen.route}?mineFlag=1`)
    case 'stock':
      return partsOf(kind, parts, stockScreen.route)
    case 'device':
      return one(`${deviceManagerScreen.route}?online=0&enabledFlag=1`)
    case 'submission':
      return one(`${approvalsScreen.route}?tab=user_edit&state=${caseStates.open}`)
    case 'sim':
      return partsOf(kind, parts, simScreen.route)
    default:
      return []
  }
}
