import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { Memory } from './memory.ts'

const keyOf = (key: string) => `settings ${key}`

/** The setting by which a device of this type reports; none where it keeps to what it came with. */
export const periodSetting = (deviceType: string) =>
  Object.entries(deviceTypeNamed(deviceType).settings ?? {}).find(
    ([, { setsPeriod }]) => setsPeriod,
  )?.[0]

/**
 * What a device has been told: the period that it was put up with, and what it was to keep since
 * then.
 */
export function toldFrom(
  { deviceType, reportMinutes }: { deviceType: string; reportMinutes: number },
  kept: Readonly<Record<string, number>> = {},
): Map<string, number> {
  const period = periodSetting(deviceType)
  return new Map([...(period ? [[period, reportMinutes] as const] : []), ...Object.entries(kept)])
}

/** Settings outlive the process, as a device's flash does. */
export const keptSettings = (memory: Memory, key: string) => memory.read<number>(keyOf(key))
export const keepSetting = (memory: Memory, key: string, channel: string, value: number) =>
  memory.write(keyOf(key), { ...keptSettings(memory, key), [channel]: value })
