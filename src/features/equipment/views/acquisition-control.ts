import type { DeviceView } from './view.ts'

export const acquisitionControl: DeviceView = {
  icon: 'cabinet',
  curve: 'airTemperature',
  key: ['airTemperature', 'airHumidity', 'co2'],
}
