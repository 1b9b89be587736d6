import { deviceType } from './device-type.ts'

const work = 'wfpf.farm.equipment.camera.ps'
const manage = 'wfpf.company.system.farmMaintain.camareManage'

/**
 * The box on a camera's pole, which says of itself how it does; what it films comes another way.
 */
export const camera = deviceType({
  route: '/system/cameraManager',
  permissions: {
    list: manage,
    create: `${work}.create`,
    edit: `${work}.edit`,
    delete: `${manage}.ps.del`,
    transfer: `${manage}.ps.transfer`,
  },
  // chosen: the specification has no readings of cameras; these are what boxes with a card, a radio
  // and a lamp know
  readings: {
    recording: { min: 0, max: 1, decimals: 0, isSwitch: true },
    storageUsed: { unit: '%', min: 0, max: 100, decimals: 0, leastSpan: 10 },
    // A card that cannot be written: what is filmed is lost.
    storageFault: { min: 0, max: 1, decimals: 0, states: ['normal', 'abnormal'], isFault: true },
    light: { min: 0, max: 1, decimals: 0, isSwitch: true },
    boardTemperature: { unit: '°C', min: -40, max: 125, decimals: 1, leastSpan: 5 },
    supplyVoltage: { unit: 'V', min: 0, max: 60, decimals: 2 },
    signal: { unit: 'dBm', min: -150, max: 0, decimals: 0 },
    // What is seen to happen: told by what the camera is asked through, or by a box that sees itself.
    motion: { min: 0, max: 1, decimals: 0, states: ['none', 'detected'], isEvent: true },
    line: { min: 0, max: 1, decimals: 0, states: ['none', 'detected'], isEvent: true },
    // Covered, turned away, or without a picture.
    tamper: {
      min: 0,
      max: 1,
      decimals: 0,
      states: ['normal', 'abnormal'],
      isFault: true,
      isEvent: true,
    },
  },
  actuators: {
    light: { kind: 'switch', reading: 'light', ttlSeconds: 60 },
  },
})
