import { alarms } from '#contract/alarm/alarm-calls.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
export const make = (rule: Record<string, unknown>) =>
  mine.admin.call(
    callOf(alarmRule, 'create'),
    untyped({
      name: unique('规则'),
      level: 2,
      enabledFlag: 1,
      ...rule,
    }),
  )
export const alarmsOf = async (device: number) =>
  (await mine.admin.call(alarms, { deviceId: device })).content
