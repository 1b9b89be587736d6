/**
 * Where a task stands. Overdue is no state: it is worked out from the planned end, of whatever is
 * not over yet.
 */
export const taskStates = {
  unassigned: 0,
  notStarted: 1,
  inProgress: 2,
  /** Reported as finished; waits for acceptance. */
  finished: 3,
  /** Accepted, or ended by a manager: what was used and worked is posted. */
  closed: 4,
  cancelled: 5,
} as const
export type TaskState = keyof typeof taskStates
export type TaskStateCode = (typeof taskStates)[TaskState]
export const taskPriorities = {
  low: 'low',
  normal: 'normal',
  high: 'high',
  urgent: 'urgent',
} as const
export const taskResults = { accepted: 1, ended: 2 } as const
export type TaskResult = (typeof taskResults)[keyof typeof taskResults]
export const openTaskStates = [
  taskStates.unassigned,
  taskStates.notStarted,
  taskStates.inProgress,
] as const
/** So long a manager takes back what was accepted without saying why. */
export const undoMinutes = 10
/** A day's wage is for so many hours. */
export const hoursOfDay = 8
/** Meters; what is known less well than this is known to be somewhere. */
export const mostAccuracy = 100_000
