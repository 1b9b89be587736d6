import { controlLogScreen, deviceCommand } from '#contract/equipment/command.ts'
import { CommandDevice, CommandLatency, CommandResult, CommandSwitch, CommandValue } from '#src/devices/CommandCells.tsx'
import { resource } from '#src/kit/resource.ts'

export const controlLog = resource(deviceCommand, {
  screen: controlLogScreen,
  list: {
    columns: ['createdAt', 'deviceName', 'switchName', 'effect', 'wanted', 'reported', 'state', 'latencyMs', 'personName', 'origin', 'address', 'areaId'],
    filters: ['personName', 'deviceName', 'areaId', 'state', 'createdAt', 'effect', 'origin'],
    rowActions: ['show'],
  },
  cells: { deviceName: CommandDevice, switchName: CommandSwitch, wanted: CommandValue, reported: CommandValue, state: CommandResult, latencyMs: CommandLatency },
})
