import type { Spoken } from './protocol.ts'

const chinaMs = 8 * 3_600_000
const stampOf = (at: number) =>
  new Date(at + chinaMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** A killing lamp of Yunfei's: voltages in mV, strikes since the last report. */
export const killingLamp: Spoken = {
  channels: new Set([
    'state',
    'lamp',
    'insects',
    'airTemperature',
    'airHumidity',
    'rainProtection',
    'panelVoltage',
    'batteryVoltage',
    'signal',
  ]),
  say: (
    {
      state = 0,
      lamp = 0,
      insects = 0,
      airTemperature,
      airHumidity,
      rainProtection = 0,
      panelVoltage = 0,
      batteryVoltage = 0,
      signal = 99,
    },
    at,
  ) => ({
    cmd: 'data',
    ext: {
      dtype: 2,
      dver: 'S2.06',
      stamp: stampOf(at),
      ds: lamp,
      ws: state === 1 ? 1 : 0,
      tbs: state === 3 ? 1 : 0,
      rps: rainProtection,
      volt_ct: insects,
      at: airTemperature,
      ah: airHumidity,
      cv: Math.round(panelVoltage * 1000),
      bv: Math.round(batteryVoltage * 1000),
      csq: signal,
    },
  }),
  hear: ({ cmd, ext }) => {
    if (cmd === 'read') return { actuator: 'report', circuit: null, value: 1 }
    const { ds } = (ext ?? {}) as { ds?: unknown }
    return cmd === 'power' && (ds === 0 || ds === 1)
      ? { actuator: 'lamp', circuit: null, value: ds }
      : null
  },
}
