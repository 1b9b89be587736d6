import type { DeviceType } from './device-type.ts'

/** How a device words what it says and understands (docs/devices.md, dialects): ours, or its maker's own. */
export const dialects = {
  standard: 'standard',
  modbus: 'modbus',
  elements: 'elements',
  yunfei: 'yunfei',
} as const
export type DialectName = keyof typeof dialects
export type NativeDialect = Exclude<DialectName, 'standard'>
/** Of each maker's words, which actuators and settings of the type there are orders for; `report` is the call for a report. */
export type Dialects = Readonly<Partial<Record<NativeDialect, readonly string[]>>>

/** What devices of a type can speak: ours, which they all do, and what its descriptor names. */
export const dialectsOf = (type: Pick<DeviceType, 'dialects'>): DialectName[] => [
  'standard',
  ...(Object.keys(type.dialects ?? {}) as NativeDialect[]),
]
export const dialectCodes = (type: Pick<DeviceType, 'dialects'>) =>
  Object.fromEntries(dialectsOf(type).map((name) => [name, name]))

/** Whether a device of a type that speaks so can be told something, by the name of the actuator or setting. */
export const understands = (
  { dialects: own = {} }: Pick<DeviceType, 'dialects'>,
  dialect: string | null | undefined,
  order: string,
): boolean => !Object.hasOwn(own, dialect ?? '') || own[dialect as NativeDialect]!.includes(order)
