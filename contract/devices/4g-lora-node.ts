import { deviceCodes, deviceType } from './device-type.ts'

/** LoRa node with a 4G card of its own: sensors on two inputs, four relays. */
export const lora4gNode = deviceType({
  route: '/web/equipment/lora-gateway',
  permissions: deviceCodes('config.lora4GGateway', {
    create: 'addNode',
    edit: 'editNode',
    delete: 'removeNode',
  }),
  readings: {
    relay: { min: 0, max: 1, decimals: 0, isSwitch: true, circuits: 4 },
    pressure: { unit: 'bar', min: 0, max: 16, decimals: 2 },
    flow: { unit: 'm³/h', min: 0, max: 500, decimals: 2 },
    batteryVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
  },
  actuators: {
    relay: { kind: 'switch', reading: 'relay', ttlSeconds: 60, irrigates: 'unmarked' },
  },
})
