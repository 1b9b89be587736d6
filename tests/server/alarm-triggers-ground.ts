import type { Page } from '#contract/call.ts'
import type { AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
export const make = (rule: Record<string, unknown>) =>
  mine.admin.call(alarmRule.api.create, { name: unique('规则'), level: 2, enabledFlag: 1, ...rule })
export const alarmsOf = async (device: number) =>
  (
    await mine.admin.call<Page<AlarmRow>>('GET /wfpe/v1/{tenant}/alarm', {
      deviceId: String(device),
    })
  ).content
