import { z } from 'zod'
import { call, nothing } from '../call.ts'
import type { DeviceType } from '../devices/device-type.ts'
import { screen } from '../screen.ts'

export const simulatedFarmScreen = screen('simulatedFarm', {
  route: '/system/simulated-farm',
  module: 'company',
  group: 'connections',
  icon: 'simulated',
  at: 9,
  isSimulated: true,
  permission: 'wfpf.company.system.simulatedFarm',
  buttons: { break: 'wfpf.company.system.simulatedFarm.ps.break' },
})

/** What can be wrong with a device of the demo. */
const farmFaults = ['offline', 'flapping', 'stuck', 'emptyTank', 'driftingClock', 'noise'] as const
export type FarmFault = (typeof farmFaults)[number]
/**
 * The faults that a type can have: nothing sticks where nothing moves, and only a tank runs empty.
 */
export const faultsOf = (type: DeviceType): FarmFault[] =>
  farmFaults.filter((fault) =>
    fault === 'stuck'
      ? Object.keys(type.actuators ?? {}).length > 0
      : fault === 'emptyTank'
        ? 'tankLevel' in type.readings
        : true,
  )

const simulatedDevice = z.object({
  id: z.int(),
  name: z.string(),
  deviceType: z.string(),
  landName: z.string().nullable(),
  online: z.literal([0, 1]),
  fault: z.enum(farmFaults).nullable(),
})
export type SimulatedDeviceRow = z.infer<typeof simulatedDevice>
export const simulatedFarm = call({
  endpoint: 'GET /wfpe/v1/{tenant}/simulated-farm',
  summary:
    'The devices that the demo plays, and what is wrong with each; 404 where nothing is played',
  access: { code: simulatedFarmScreen.permission! },
  staleAfter: { device: true },
  input: z.object({}),
  answer: z.array(simulatedDevice),
})
export const breakDevice = call({
  endpoint: 'PUT /wfpe/v1/{tenant}/simulated-farm/{id}',
  summary: 'Breaks a device that the demo plays, or mends it',
  access: { code: simulatedFarmScreen.buttons.break as string },
  input: z.object({ id: z.coerce.number().int().positive(), fault: z.enum(farmFaults).nullable() }),
  answer: nothing,
})
