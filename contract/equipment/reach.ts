import { deviceTypeNamed, deviceTypeNames, type DeviceTypeName } from '../devices/index.ts'
import { device } from './device.ts'

/** Whether somebody may see devices of a type: all devices, or those of this type. */
export const sees = (codes: ReadonlySet<string>, type: string): boolean =>
  codes.has(device.permissions.list) || codes.has(deviceTypeNamed(type).permissions.list)
/** The types of which somebody may see devices. */
export const typesSeen = (codes: ReadonlySet<string>): DeviceTypeName[] =>
  deviceTypeNames.filter((type) => sees(codes, type))
/**
 * Whether somebody may move what devices of a type have: who controls, of the types that they see.
 */
export const controls = (codes: ReadonlySet<string>, type: string): boolean =>
  codes.has(device.permissions.control) && sees(codes, type)
/** What is wanting for that. */
export const wantingToControl = (codes: ReadonlySet<string>, type: string): string[] =>
  [
    device.permissions.control,
    ...(sees(codes, type) ? [] : [deviceTypeNamed(type).permissions.list]),
  ].filter((code) => !codes.has(code))
