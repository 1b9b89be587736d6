import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import { Sparkline } from '#src/features/telemetry/Sparkline.tsx'
import { limitText, namedIn } from '#src/features/automation/rule-words.ts'
import { MiniCurve } from '#src/pages/home/cards/MiniCurve.tsx'

const from = '2026-11-20T00:00:00.000Z'
const to = '2026-11-20T03:00:00.000Z'
// From a little west of north to a little east of it.
const points = [350, 10, 355].map((value, hour) => ({
  at: new Date(Date.parse(from) + hour * 3_600_000),
  value,
}))
const { windDirection, airTemperature } = gatewayWeather.readings
const pathsOf = (markup: string) => [...markup.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path!)

test('directions are not joined through those that nobody saw, on boards and at home', () => {
  const drawn = (reading: Reading) => [
    pathsOf(
      renderToStaticMarkup(
        <Sparkline points={points} reading={reading} from={from} to={to} label="" />,
      ),
    ).at(-1)!,
    pathsOf(
      renderToStaticMarkup(
        <MiniCurve
          curve={{ key: '1:a', name: 'a', yearsBack: 0, reading, points, bars: [] }}
          summary={null}
          from={from}
          to={to}
          zone="Asia/Shanghai"
        />,
      ),
    ).at(-1)!,
  ]
  for (const path of drawn(windDirection)) {
    expect(path).not.toContain('L')
    expect(path.match(/M/g)).toHaveLength(3)
  }
  for (const path of drawn(airTemperature)) expect(path).toContain('L')
})

test('a limit of a deleted device says that it is deleted; of one that is not seen it does not', () => {
  const t = (key: string) => key
  const all = {
    devices: [{ id: 2, name: '站', deviceType: 'gateway_weather', switches: [] }],
    groups: [],
  } as never
  const limit = { metric: 'flow', operator: 'above', value: 1 }
  const text = (deviceId: number, state: string) =>
    limitText(t, { ...limit, deviceId, ...namedIn(all, deviceId, { state }) }, all)
  expect(text(1, 'broken')).toContain('equipment:strategies.goneSensor')
  // Nobody says what a field is called in the data.
  expect(text(1, 'broken')).not.toContain('flow')
  expect(text(1, 'active')).not.toContain('goneSensor')
  expect(text(2, 'broken')).toContain('站')
  // A dry run is told by the server.
  expect(limitText(t, { ...limit, deviceId: 1, deviceName: null }, all)).toContain('goneSensor')
  expect(limitText(t, { ...limit, deviceId: 1, deviceName: '' }, all)).not.toContain('goneSensor')
})
