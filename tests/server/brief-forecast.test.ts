import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { homeBrief, saveDigest, type Brief } from '#contract/home/brief.ts'
import { area } from '#contract/farm/area.ts'
import { task } from '#contract/work/task.ts'
import { messages } from '#contract/message/reader-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { sendDigests } from '#server/modules/home/digest.ts'
import { newTenant, startApp, unique } from './harness.ts'
import { make } from './samples.ts'
import { day } from './stock.ts'

// A peer that answers as the documentation of the service says: midnight in China, today.
let isDown = false
const peer = createServer((_request, response) => {
  if (isDown) return void response.writeHead(503).end()
  const midnight = Date.parse(`${day()}T00:00:00+08:00`) / 1000
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      utc_offset_seconds: 28_800,
      hourly: {
        time: [midnight],
        temperature_2m: [12],
        relative_humidity_2m: [80],
        wind_speed_10m: [1],
        precipitation: [0],
        weather_code: [61],
      },
      daily: {
        time: [midnight, midnight + 86_400],
        temperature_2m_min: [9.6, 1],
        temperature_2m_max: [18.4, 2],
        precipitation_sum: [7.25, 0],
        weather_code: [61, 0],
      },
    }),
  )
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => peer.close())
const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`

const farm = async () => {
  const app = await startApp({ weather: { kind: 'open-meteo', url, key: '' } })
  const mine = await newTenant(app)
  const placed = await mine.admin.call(callOf(area, 'create'), {
    areaName: unique('基地'),
    latlng: '22.951,113.342',
  })
  await make(task, mine.admin)
  return { app, mine, placed }
}
const forecastOf = (told: Brief, id: number) =>
  told.bases.find(({ areaId }) => areaId === id)?.lines.find(({ kind }) => kind === 'forecast')

test('what is foretold for today stands in the brief of a base that has a place, and in its letter', async () => {
  const { app, mine, placed } = await farm()
  const told = await mine.admin.call(homeBrief)
  expect(forecastOf(told, placed.id)).toEqual({
    kind: 'forecast',
    sky: 'rain',
    low: 9.6,
    high: 18.4,
    rain: 7.25,
    warnings: [],
    by: expect.stringMatching(/Open-Meteo/),
  })
  for (const { areaId, lines } of told.bases)
    if (areaId !== placed.id) expect(lines.map(({ kind }) => kind)).not.toContain('forecast')
  await mine.admin.call(saveDigest, { hour: 7 })
  await sendDigests(app, mine.id, new Date(`${day(1)}T07:30:00+08:00`))
  const { content } = await mine.admin.call(messages, { withContent: '1', size: 100 })
  expect(content[0]!.content).toContain('今天有雨 · 10～18 °C · 降雨 7.3 mm')
})

test('a service that is down keeps nobody from the brief', async () => {
  isDown = true
  const { mine, placed } = await farm()
  const told = await mine.admin.call(homeBrief)
  expect(told.bases.length).toBeGreaterThan(0)
  expect(forecastOf(told, placed.id)).toBeUndefined()
})
