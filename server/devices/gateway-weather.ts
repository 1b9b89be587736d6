import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import { weather } from './protocols/element-names.ts'
import { elements } from './protocols/elements.ts'
import { modbus } from './protocols/modbus.ts'
import { driver } from './driver.ts'

/** Eighths from north on (0 north, 1 north-east). */
const eighth = (word: number) => (word <= 7 ? word * 45 : null)

export const gatewayWeatherDriver = driver(gatewayWeather, {
  elements: elements(gatewayWeather, weather),
  modbus: modbus({
    // As Renke's stations have them (RS-FSJT and its family); light as two words.
    polls: [[500, 15]],
    // The eighth comes first: where the station knows degrees as well, they are what counts.
    registers: [
      { at: 500, channel: 'windSpeed', scale: 0.1 },
      { at: 502, channel: 'windDirection', meaning: eighth },
      { at: 503, channel: 'windDirection' },
      { at: 504, channel: 'airHumidity', scale: 0.1 },
      { at: 505, channel: 'airTemperature', scale: 0.1, isSigned: true },
      // Tenths of a kilopascal are hectopascals.
      { at: 509, channel: 'pressure', example: 1013 },
      { at: 510, channel: 'illuminance', isLong: true },
      { at: 513, channel: 'rainfall', scale: 0.1, isTotal: true },
      { at: 514, channel: 'radiation' },
    ],
  }),
})
