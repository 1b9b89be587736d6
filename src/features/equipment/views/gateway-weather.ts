import type { DeviceView } from './view.ts'

export const gatewayWeather: DeviceView = {
  icon: 'weather',
  curve: 'airTemperature',
  key: ['airTemperature', 'airHumidity', 'windSpeed', 'rainfall'],
}
