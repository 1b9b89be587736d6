import { controlLogScreen, deviceCommand } from '#contract/command/command.ts'
import {
  CommandActuator,
  CommandDevice,
  CommandDeviceType,
  CommandEffect,
  CommandLatency,
  CommandResult,
  CommandSwitch,
  CommandValue,
} from '#src/features/command/CommandCells.tsx'
import { resource } from '#src/kit/definition/resource.ts'

export const controlLog = resource(deviceCommand, {
  screen: controlLogScreen,
  list: {
    columns: [
      'createdAt',
      'deviceName',
      'switchName',
      'effect',
      'wanted',
      'reported',
      'state',
      'latencyMs',
      'personName',
      'origin',
      'address',
      'areaId',
    ],
    more: ['latencyMs', 'origin', 'address', 'areaId'],
    filters: ['personName', 'deviceName', 'areaId', 'state', 'createdAt', 'effect', 'origin'],
    rowActions: ['show'],
  },
  cells: {
    deviceName: CommandDevice,
    deviceType: CommandDeviceType,
    switchName: CommandSwitch,
    actuator: CommandActuator,
    effect: CommandEffect,
    wanted: CommandValue,
    reported: CommandValue,
    state: CommandResult,
    latencyMs: CommandLatency,
  },
})
