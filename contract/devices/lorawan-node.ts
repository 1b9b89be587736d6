import { deviceCodes, deviceType } from './device-type.ts'

/** LoRaWAN node: two valves or relays, and what its radio says of itself. */
export const lorawanNode = deviceType({
  route: '/web/equipment/lorawan-node',
  permissions: deviceCodes('config.lora'),
  overLorawan: true,
  readings: {
    relay: { min: 0, max: 1, decimals: 0, isSwitch: true, circuits: 2 },
    pulses: { min: 0, max: 1_000_000, decimals: 0, isAmount: true },
    battery: { unit: '%', min: 0, max: 100, decimals: 0, leastSpan: 10 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    rssi: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
    snr: { unit: 'dB', min: -30, max: 20, decimals: 1 },
    spreadingFactor: { min: 5, max: 12, decimals: 0 },
  },
  actuators: {
    relay: { kind: 'switch', reading: 'relay', ttlSeconds: 120, irrigates: 'marked' },
  },
})
