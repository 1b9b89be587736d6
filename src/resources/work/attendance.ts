import { attendance, attendanceScreen } from '#contract/work/attendance.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const attendanceList = resource(attendance, {
  screen: attendanceScreen,
  list: {
    columns: [
      'day',
      'workerId',
      'areaId',
      'inAt',
      'outAt',
      'hours',
      'acceptedHours',
      'source',
      'reason',
      'signedInAt',
      'signedOutAt',
    ],
    more: ['signedInAt', 'signedOutAt', 'reason'],
    onPhone: ['workerId', 'inAt', 'outAt', 'hours'],
    totals: ['hours'],
    filters: ['day', 'workerId', 'areaId', 'source'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
    above: () => import('#src/pages/work/attendance/AttendanceDay.tsx'),
  },
  form: [['workerId', 'areaId'], ['inAt', 'outAt'], ['reason']],
})
