import type { Spoken } from './protocol.ts'

const chinaMs = 8 * 3_600_000
/** As its maker's cloud names and measures them: pressure in kPa, light in kilolux. */
const elements: readonly (readonly [
  channel: string,
  name: string,
  unit: string,
  factor?: number,
])[] = [
  ['airTemperature', 'Air Temperature', '℃'],
  ['airHumidity', 'Air Humidity', '%RH'],
  ['windSpeed', 'Wind Speed', 'm/s'],
  ['windDirection', 'Wind Direction', '°'],
  ['rainfall', 'Rainfall', 'mm'],
  ['radiation', 'Total Radiation', 'W/m2'],
  ['illuminance', 'Light Intensity', 'klux', 0.001],
  ['pressure', 'Air Pressure', 'kPa', 0.1],
  ['batteryVoltage', 'Battery Voltage', 'V'],
]

/** A weather station whose maker's cloud passes on lists of elements, on China's clock. */
export const weatherElements: Spoken = {
  channels: new Set(elements.map(([channel]) => channel)),
  say: (values, at) => ({
    datetime: new Date(at + chinaMs).toISOString().slice(0, 19).replace('T', ' '),
    eleLists: elements.flatMap(([channel, eName, eUnit, factor = 1]) =>
      values[channel] === undefined
        ? []
        : [{ eName, eUnit, eValue: String(Number((values[channel] * factor).toFixed(5))) }],
    ),
  }),
  hear: () => null,
}
