import type { DeviceFace } from './face.ts'

export const acquisitionControl: DeviceFace = {
  icon: 'cabinet',
  curve: 'airTemperature',
  key: ['airTemperature', 'airHumidity', 'co2'],
}
