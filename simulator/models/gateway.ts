import { gateway as type } from '#contract/devices/gateway.ts'
import { skyAt } from '../sky.ts'
import {
  battery,
  perCircuit,
  settingsOf,
  signal,
  to,
  type DeviceModel,
} from './simulated-device.ts'

export const gateway: DeviceModel = (played, at) => ({
  signal: signal(played, at),
  supplyVoltage: battery(played, at),
  boardTemperature: to(1, skyAt(played.place, at).airTemperature + 9),
  // What it was told to gather, and nothing that nobody told it.
  children: played.told.get('children') ?? 0,
  ...settingsOf(type, played),
  ...perCircuit('relay', 8, (circuit) => played.told.get(`relay.${circuit}`) ?? 0),
  // Free places are spoken of once they were used, and the first always: a short list says it is
  // one.
  ...perCircuit(
    'strategy',
    type.strategies!,
    (place) => played.told.get(`strategy.${place}`) ?? 0,
    (place) => place === 1 || played.told.has(`strategy.${place}`),
  ),
  collection: played.told.get('collection') ?? 0,
  strategyCalled: played.told.get('strategyCalled') ?? 0,
  ...perCircuit('motor', 2, (circuit) => played.told.get(`motor.${circuit}`) ?? 0),
})
