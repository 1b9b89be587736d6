import { lazy } from 'react'
import { controlClass, controlClassScreen } from '#contract/equipment/control-class.ts'
import { controlRule, controlRuleScreen } from '#contract/equipment/control-rule.ts'
import { controlRun, controlRunScreen } from '#contract/equipment/control-run.ts'
import { deviceGroup, deviceGroupScreen } from '#contract/equipment/device-group.ts'
import { DurationCell } from '#src/devices/DurationCell.tsx'
import { HoursCell } from '#src/devices/rules/HoursCell.tsx'
import {
  RuleActions,
  RuleConditions,
  RuleTriggers,
  RunReasonText,
  RunSeen,
  RunState,
  RunSteps,
} from '#src/devices/rules/RuleCells.tsx'
import { usesNote } from '#src/devices/uses-note.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const controlRules = resource(controlRule, {
  screen: controlRuleScreen,
  list: {
    columns: ['name', 'classId', 'triggers', 'state', 'lastRunAt', 'nextRunAt', 'enabledFlag'],
    filters: ['name', 'classId', 'state', 'enabledFlag'],
    rowActions: ['show', 'run', 'resume', 'edit', 'delete'],
    openOnly: true,
    bulkActions: ['delete'],
  },
  form: [
    ['name', 'classId'],
    ['triggers'],
    ['conditions'],
    ['actions'],
    ['activeHours'],
    ['quietFrom', 'quietTo'],
    ['pauseSeconds', 'enabledFlag'],
    ['description'],
  ],
  open: { create: 'page', edit: 'page' },
  cells: {
    triggers: RuleTriggers,
    conditions: RuleConditions,
    actions: RuleActions,
    activeHours: HoursCell,
    pauseSeconds: DurationCell,
  },
  inputs: {
    triggers: lazy(() => import('#src/devices/rules/TriggersInput.tsx')),
    conditions: lazy(() => import('#src/devices/rules/ConditionsInput.tsx')),
    actions: lazy(() => import('#src/devices/rules/ActionsInput.tsx')),
    activeHours: lazy(() => import('#src/devices/rules/HoursInput.tsx')),
    quietFrom: lazy(() => import('#src/devices/rules/ClockInput.tsx')),
    quietTo: lazy(() => import('#src/devices/rules/ClockInput.tsx')),
    pauseSeconds: lazy(() => import('#src/devices/DurationInput.tsx')),
  },
  formFooter: lazy(() => import('#src/pages/control-rule/DryRunOf.tsx')),
  dialogs: { run: () => import('#src/pages/control-rule/RunDialog.tsx') },
})
export const controlClasses = resource(controlClass, {
  screen: controlClassScreen,
  list: {
    columns: ['name', 'sort', 'description'],
    filters: ['name'],
    rowActions: ['edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'sort'], ['description']],
})
export const deviceGroups = resource(deviceGroup, {
  screen: deviceGroupScreen,
  list: {
    columns: ['name', 'deviceIds', 'state', 'description'],
    filters: ['name', 'deviceIds'],
    rowActions: ['control', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name'], ['deviceIds'], ['description']],
  beforeDelete: (rows) => usesNote('deviceGroup', rows),
  dialogs: { control: () => import('#src/pages/control-rule/DeviceGroupDialog.tsx') },
})
export const controlRuns = resource(controlRun, {
  screen: controlRunScreen,
  list: {
    columns: ['beganAt', 'ruleName', 'trigger', 'personName', 'state', 'reason', 'endedAt'],
    filters: ['ruleName', 'trigger', 'state', 'reason', 'beganAt'],
    rowActions: ['show', 'stop'],
  },
  cells: { state: RunState, reason: RunReasonText, seen: RunSeen, steps: RunSteps },
})
