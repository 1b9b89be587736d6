import { deviceCodes, deviceType } from './device-type.ts'

/** LoRaWAN gateway: what it hears and how it is. */
export const lorawanGateway = deviceType({
  route: '/web/equipment/lorawan-gateway',
  permissions: deviceCodes('config.loraGateway'),
  overLorawan: true,
  hearsNodes: true,
  readings: {
    nodes: { min: 0, max: 5000, decimals: 0 },
    nodesOnline: { min: 0, max: 5000, decimals: 0 },
    uplinks: { min: 0, max: 1_000_000, decimals: 0, isAmount: true },
    downlinks: { min: 0, max: 1_000_000, decimals: 0, isAmount: true },
    crcErrors: { min: 0, max: 1_000_000, decimals: 0, isAmount: true },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
    boardTemperature: { unit: '°C', min: -40, max: 125, decimals: 1, leastSpan: 5 },
    supplyVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
  },
})
