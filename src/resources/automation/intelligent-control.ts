import { lazy } from 'react'
import { controlClass, controlClassScreen } from '#contract/automation/control-class.ts'
import { controlRule, controlRuleScreen } from '#contract/automation/control-rule.ts'
import { controlRun, controlRunScreen } from '#contract/automation/control-run.ts'
import { deviceGroup, deviceGroupScreen } from '#contract/automation/device-group.ts'
import { DurationCell } from '#src/features/equipment/DurationCell.tsx'
import { HoursCell } from '#src/features/automation/HoursCell.tsx'
import {
  RuleActions,
  RuleConditions,
  RuleTriggers,
  RunReasonText,
  RunSeen,
  RunState,
  RunSteps,
} from '#src/features/automation/RuleCells.tsx'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const controlRules = resource(controlRule, {
  screen: controlRuleScreen,
  list: {
    columns: ['name', 'classId', 'triggers', 'state', 'lastRunAt', 'nextRunAt', 'enabledFlag'],
    more: ['enabledFlag'],
    filters: ['name', 'classId', 'state', 'enabledFlag'],
    rowActions: ['show', 'run', 'resume', 'edit', 'delete'],
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
    triggers: lazy(() => import('#src/features/automation/TriggersInput.tsx')),
    conditions: lazy(() => import('#src/features/automation/ConditionsInput.tsx')),
    actions: lazy(() => import('#src/features/automation/ActionsInput.tsx')),
    activeHours: lazy(() => import('#src/features/automation/HoursInput.tsx')),
    quietFrom: lazy(() => import('#src/features/automation/ClockInput.tsx')),
    quietTo: lazy(() => import('#src/features/automation/ClockInput.tsx')),
    pauseSeconds: lazy(() => import('#src/features/equipment/DurationInput.tsx')),
  },
  formFooter: lazy(() => import('#src/pages/automation/control-rule/DryRunOf.tsx')),
  dialogs: { run: () => import('#src/pages/automation/control-rule/RunDialog.tsx') },
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
  dialogs: { control: () => import('#src/pages/automation/control-rule/DeviceGroupDialog.tsx') },
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
