import type { DeviceFace } from './face.ts'

export const gatewayWeather: DeviceFace = {
  icon: 'weather',
  curve: 'airTemperature',
  key: ['airTemperature', 'airHumidity', 'windSpeed', 'rainfall'],
}
