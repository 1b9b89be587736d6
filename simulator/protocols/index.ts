import type { ProtocolName } from '#contract/devices/protocols.ts'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import type { Spoken } from './protocol.ts'
import { weatherElements } from './elements.ts'
import { inverterRegisters } from './modbus.ts'
import { killingLamp } from './yunfei.ts'

/** Makers' words that are played, by device type. */
export const played: Readonly<
  Partial<Record<DeviceTypeName, Readonly<Partial<Record<ProtocolName, Spoken>>>>>
> = {
  gateway_weather: { elements: weatherElements },
  inverter: { modbus: inverterRegisters },
  insectSituationLamp_II: { yunfei: killingLamp },
}
/**
 * In whose words a device of the demo speaks; null: in ours. Errors: throws for words that nobody
 * plays.
 */
export function spokenBy({
  deviceType,
  dialect = 'standard',
}: {
  deviceType: DeviceTypeName
  dialect?: ProtocolName | undefined
}): Spoken | null {
  if (dialect === 'standard') return null
  const found = played[deviceType]?.[dialect]
  if (!found) throw new Error(`no ${dialect} is played for ${deviceType}`)
  return found
}
/** Values of which a device has words. */
export const sayable = (spoken: Spoken | null, values: Record<string, number>) =>
  spoken
    ? Object.fromEntries(Object.entries(values).filter(([channel]) => spoken.channels.has(channel)))
    : values
