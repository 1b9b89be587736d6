import { lazy } from 'react'
import { alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { alarmContact, alarmContactScreen } from '#contract/alarm/alarm-contact.ts'
import { alarmRule, alarmRuleScreen } from '#contract/alarm/alarm-rule.ts'
import { AlarmLevelCell, AlarmLevelInput } from '#src/features/alarm/AlarmLevel.tsx'
import { ConditionCell } from '#src/features/equipment/ConditionCell.tsx'
import { DurationCell } from '#src/features/equipment/DurationCell.tsx'
import { HoursCell } from '#src/features/automation/HoursCell.tsx'
import { resource, screenPage } from '#src/kit/definition/resource.ts'

const DurationInput = lazy(() => import('#src/features/equipment/DurationInput.tsx'))
const LimitInput = lazy(() => import('#src/pages/alarm/alarm-rule/LimitInput.tsx'))
export const alarmsPage = screenPage({
  screen: alarmScreen,
  page: () => import('#src/pages/alarm/alarms/AlarmsPage.tsx'),
})

export const alarmRules = resource(alarmRule, {
  screen: alarmRuleScreen,
  list: {
    columns: [
      'name',
      'level',
      'deviceType',
      'areaId',
      'trigger',
      'durationSeconds',
      'state',
      'enabledFlag',
      'batchId',
      'batchStage',
    ],
    more: ['enabledFlag', 'batchId', 'batchStage'],
    filters: [
      'name',
      'level',
      'deviceType',
      'trigger',
      'areaId',
      'state',
      'enabledFlag',
      'batchId',
    ],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'level'],
    ['deviceType', 'areaId'],
    ['landId', 'deviceIds'],
    ['trigger', 'metric'],
    ['operator', 'value'],
    ['value2', 'severeValue'],
    ['clearValue', 'fallFlag'],
    ['times', 'rateMinutes'],
    ['faultCode', 'silentMinutes'],
    ['hysteresis', 'durationSeconds'],
    ['clearSeconds', 'silenceSeconds'],
    ['activeHours'],
    ['action', 'repeatFlag'],
    ['enabledFlag'],
    ['description'],
  ],
  cells: {
    level: AlarmLevelCell,
    trigger: ConditionCell,
    durationSeconds: DurationCell,
    clearSeconds: DurationCell,
    silenceSeconds: DurationCell,
    activeHours: HoursCell,
  },
  inputs: {
    level: AlarmLevelInput,
    operator: lazy(() => import('#src/pages/alarm/alarm-rule/OperatorInput.tsx')),
    value: LimitInput,
    value2: LimitInput,
    severeValue: LimitInput,
    clearValue: LimitInput,
    hysteresis: lazy(() => import('#src/pages/alarm/alarm-rule/HysteresisInput.tsx')),
    metric: lazy(() => import('#src/features/equipment/MetricInput.tsx')),
    durationSeconds: DurationInput,
    clearSeconds: DurationInput,
    silenceSeconds: DurationInput,
    activeHours: lazy(() => import('#src/features/automation/HoursInput.tsx')),
  },
  formFooter: lazy(() => import('#src/pages/alarm/alarm-rule/BackTest.tsx')),
})

export const alarmContacts = resource(alarmContact, {
  screen: alarmContactScreen,
  list: {
    columns: [
      'name',
      'userId',
      'channel',
      'areaIds',
      'deviceTypes',
      'minLevel',
      'stage',
      'escalateMinutes',
      'state',
      'enabledFlag',
    ],
    more: ['deviceTypes', 'escalateMinutes', 'enabledFlag'],
    filters: ['name', 'channel', 'minLevel', 'state', 'enabledFlag'],
    rowActions: ['show', 'edit', 'robot', 'confirm', 'test', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'userId'],
    ['channel', 'minLevel'],
    ['areaIds', 'deviceTypes'],
    ['weekdays'],
    ['fromHour', 'toHour'],
    ['stage', 'escalateMinutes'],
    ['enabledFlag'],
  ],
  cells: { minLevel: AlarmLevelCell },
  inputs: { minLevel: AlarmLevelInput },
  dialogs: {
    robot: () => import('#src/pages/alarm/alarm-contact/RobotDialog.tsx'),
    confirm: () => import('#src/pages/alarm/alarm-contact/ConfirmDialog.tsx'),
  },
})
