import { sexInducement } from '#contract/devices/sex-inducement.ts'
import { signal, volts, yunfei, type Ext } from './protocols/yunfei.ts'
import { driver } from './driver.ts'

const [standby, working, charging, undervoltage, overvoltage, abnormal] = [0, 1, 2, 3, 4, 5]

/**
 * What is wrong with it comes before what it does. `bs`: 1 under-, 2 over-voltage of the battery;
 * `ts`: its tube, 0 normal.
 */
function stateOf({ ws, cs, bs, ts }: Ext): number | undefined {
  if (bs === 1) return undervoltage
  if (bs === 2) return overvoltage
  if (ts !== undefined && ts !== 0) return abnormal
  if (ws === 1) return working
  if (cs === 1) return charging
  return ws === undefined ? undefined : standby
}

export const sexInducementDriver = driver(sexInducement, {
  yunfei: yunfei({
    example: { ds: 1, ws: 1, volt_ct: 12, at: 21.5, ah: 63, bv: 12.8, csq: 21 },
    // The strike count begins anew with each report, as our own does.
    read: (ext) => ({
      state: stateOf(ext),
      on: ext.ds,
      trapped: ext.volt_ct,
      airTemperature: ext.at,
      airHumidity: ext.ah,
      windSpeed: ext.wind_sped,
      panelVoltage: volts(ext.cv),
      batteryVoltage: volts(ext.bv),
      signal: signal(ext.csq),
      uploadMinutes: ext.dat_f,
    }),
    order: ({ actuator, value }) =>
      actuator === 'on'
        ? { cmd: 'power', ext: { ds: value } }
        : actuator === 'uploadMinutes'
          ? { cmd: 'paramconf', ext: { dat_f: value } }
          : null,
  }),
})
