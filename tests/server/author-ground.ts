import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { controlRun } from '#contract/automation/control-run.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { device } from '#contract/equipment/device.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { twoFarms } from './ground.ts'
import { unique } from './harness.ts'

// Rules, groups, actions of alarms, strategies of gateways and jobs do what their author may do, at
// the time they do it.
export const { app, mine } = await twoFarms()
export const ofRules = [
  ...Object.values(controlRule.permissions),
  ...Object.values(controlRun.permissions),
  ...Object.values(deviceGroup.permissions),
  ...Object.values(alarmRule.permissions),
]
  .flat()
  .filter((code) => code !== device.permissions.control)
export const seesValves = deviceTypeNamed('electric_valve').permissions.list
export const rule = (deviceId: number, more: Record<string, unknown> = {}) => ({
  name: unique('规则'),
  enabledFlag: 1,
  actions: [{ mode: 'serial', deviceId, channel: 'open', value: 1 }],
  ...more,
})
