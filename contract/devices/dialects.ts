import type { DeviceType } from './device-type.ts'

/** How a device words what it says and understands (docs/devices.md, dialects): ours, or its maker's own. */
export const dialects = { standard: 'standard', modbus: 'modbus', elements: 'elements', yunfei: 'yunfei' } as const
export type DialectName = keyof typeof dialects
export type NativeDialect = Exclude<DialectName, 'standard'>

/** What devices of a type can speak: ours, which they all do, and what its descriptor names. */
export const dialectsOf = (type: Pick<DeviceType, 'dialects'>): DialectName[] => ['standard', ...(type.dialects ?? [])]
export const dialectCodes = (type: Pick<DeviceType, 'dialects'>) => Object.fromEntries(dialectsOf(type).map((name) => [name, name]))
