import type { DeviceType } from '#contract/devices/device-type.ts'
import { killing, signal, volts, yunfei, type Ext } from './protocols/yunfei.ts'
import { driver, type Driver } from './driver.ts'

const [standby, working, abnormal] = [0, 1, 3]

const both = ({ rps, at, ah, cv, bv, csq }: Ext) => ({
  rainProtection: rps,
  airTemperature: at,
  airHumidity: ah,
  panelVoltage: volts(cv),
  batteryVoltage: volts(bv),
  signal: signal(csq),
})
const stateOf = (ws: number | undefined) =>
  ws === undefined ? undefined : ws === 1 ? working : standby
/** A forecast lamp (cbd). Its tube's word counts while it works only. */
const forecast = (ext: Ext) => {
  const { ws, lamp, hrt, lux } = ext
  return {
    ...both(ext),
    state: stateOf(ws),
    lamp: ws === 0 ? 0 : lamp,
    chamberTemperature: hrt,
    illuminance: lux,
  }
}
/**
 * A killing lamp (scd): it counts what it strikes, and its tube protects itself when something is
 * wrong with it.
 */
const killer = (ext: Ext) => {
  const { ds, ws, tbs, volt_ct: strikes } = ext
  return { ...both(ext), state: tbs === 1 ? abnormal : stateOf(ws), lamp: ds, insects: strikes }
}

/** Every generation of the pest lamps talks alike. */
export const forecastLamp = (type: DeviceType): Driver =>
  driver(type, {
    yunfei: yunfei({
      example: { ws: 1, lamp: 1, at: 21.5, ah: 63, bv: 12.8, csq: 21 },
      read: (ext) => (ext.dtype === killing ? killer(ext) : forecast(ext)),
      // Either kind takes the word that it knows.
      order: ({ actuator, value }) =>
        actuator === 'lamp' ? { cmd: 'power', ext: { lamp: value, ds: value } } : null,
    }),
  })
