import { drift, skyAt } from '../sky.ts'
import { counted, hourMs, signal, to, type DeviceModel } from './simulated-device.ts'

export const lorawanGateway: DeviceModel = (played, at, periodMs) => {
  const { seed, place } = played
  const online = 22 + Math.round(2 * drift(seed, at, 4 * hourMs))
  return {
    nodes: 24,
    nodesOnline: online,
    uplinks: counted(seed + 1, at, periodMs, () => online * 6),
    downlinks: counted(seed + 2, at, periodMs, () => 9),
    crcErrors: counted(seed + 3, at, periodMs, () => 4),
    signal: signal(played, at),
    boardTemperature: to(1, skyAt(place, at).airTemperature + 14),
    supplyVoltage: to(2, 48 + 0.4 * drift(seed + 4, at, 8 * hourMs)),
  }
}
