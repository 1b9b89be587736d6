import type { DeviceType } from './device-type.ts'

/**
 * How a device words what it says and understands (docs/devices.md, protocols): ours, or its
 * maker's own.
 */
export const protocols = {
  standard: 'standard',
  modbus: 'modbus',
  elements: 'elements',
  yunfei: 'yunfei',
} as const
export type ProtocolName = keyof typeof protocols
export type NativeProtocol = Exclude<ProtocolName, 'standard'>
/**
 * Of each maker's words, which actuators and settings of the type there are orders for; `report` is
 * the call for a report.
 */
export type Protocols = Readonly<Partial<Record<NativeProtocol, readonly string[]>>>

/** What devices of a type can speak: ours, which they all do, and what its descriptor names. */
export const protocolsOf = (type: Pick<DeviceType, 'protocols'>): ProtocolName[] => [
  'standard',
  ...(Object.keys(type.protocols ?? {}) as NativeProtocol[]),
]
export const protocolCodes = (type: Pick<DeviceType, 'protocols'>) =>
  Object.fromEntries(protocolsOf(type).map((name) => [name, name]))

/**
 * Whether a device of a type that speaks so can be told something, by the name of the actuator or
 * setting.
 */
export const understands = (
  { protocols: own = {} }: Pick<DeviceType, 'protocols'>,
  dialect: string | null | undefined,
  order: string,
): boolean => !Object.hasOwn(own, dialect ?? '') || own[dialect as NativeProtocol]!.includes(order)
