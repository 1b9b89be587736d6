import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { homeAround } from '#contract/home/around-calls.ts'
import { newTenant, startApp, unique, type Tenant } from './harness.ts'

// Peers that answer as the documentation of each service says.
const at = (hours: number) => Math.floor(Date.now() / 3_600_000) * 3600 + hours * 3600
const asked: string[] = []
let isDown = false
let held = Promise.resolve()
const peer = createServer((request, response) => {
  const url = new URL(request.url!, 'http://peer')
  asked.push(
    `${url.pathname} ${request.headers['x-qw-api-key'] ?? url.searchParams.get('apikey') ?? ''}`,
  )
  const say = (body: object) =>
    void held.then(() =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
    )
  if (isDown) return response.writeHead(503).end()
  const hourly = [0, 1, 2].map((hour) => ({
    fxTime: new Date(at(hour) * 1000).toISOString().replace('.000Z', '+00:00'),
    icon: hour === 2 ? '305' : '101',
    temp: '24',
    humidity: '60',
    windSpeed: '7',
    precip: hour === 2 ? '1.2' : '0.0',
  }))
  switch (url.pathname) {
    case '/geo/v2/city/lookup':
      return say({ code: '200', location: [{ id: `place-${url.searchParams.get('location')}` }] })
    case '/v7/weather/now':
      return say({
        code: '200',
        now: {
          obsTime: '2026-11-25T08:05+08:00',
          temp: '21',
          humidity: '72',
          windSpeed: '18',
          wind360: '45',
          precip: '0.3',
        },
      })
    case '/v7/weather/24h':
      return say({ code: '200', hourly })
    case '/v7/weather/3d':
      return say({
        code: '200',
        daily: [
          { fxDate: '2026-11-25', iconDay: '300', tempMin: '15', tempMax: '24', precip: '3.0' },
        ],
      })
    case '/v7/warning/now':
      return say({ code: '200', warning: [{ title: '寒潮蓝色预警', text: '<b>注意防冻</b>' }] })
    case '/v1/forecast':
      return say({
        utc_offset_seconds: 28_800,
        hourly: {
          time: [at(0), at(1)],
          temperature_2m: [23.4, 22],
          relative_humidity_2m: [61, 66],
          wind_speed_10m: [2.1, null],
          precipitation: [0, 0.4],
          weather_code: [2, 61],
        },
        daily: {
          // Midnight in China.
          time: [Date.parse('2026-11-25T00:00:00+08:00') / 1000],
          temperature_2m_min: [14.6],
          temperature_2m_max: [25.1],
          precipitation_sum: [0.4],
          weather_code: [95],
        },
      })
    default:
      return response.writeHead(404).end()
  }
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => peer.close())
const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`

async function farm(kind: 'qweather' | 'open-meteo') {
  const app = await startApp({ weather: { kind, url, key: 'k1' } })
  return { app, tenant: await newTenant(app) }
}
const around = ({ admin }: Tenant, base?: number) => admin.call(homeAround, { base })
const makeBase = async ({ admin }: Tenant, latlng: string | null) =>
  (
    await admin.call(callOf(area, 'create'), {
      areaName: unique('基地'),
      latlng,
    })
  ).id

test('QWeather: the place is looked up, wind comes in meters a second, one question for all who are near', async () => {
  const { app, tenant } = await farm('qweather')
  const base = await makeBase(tenant, '22.951,113.342')
  const { forecast } = await around(tenant, base)
  expect(forecast).toMatchObject({
    attribution: 'QWeather',
    now: {
      at: '2026-11-25T00:05:00.000Z',
      temperature: 21,
      humidity: 72,
      windSpeed: 5,
      windDirection: 45,
      rainHour: 0.3,
    },
    days: [{ date: '2026-11-25', least: 15, most: 24, rain: 3, sky: 'rain' }],
    warnings: [{ title: '寒潮蓝色预警', text: '<b>注意防冻</b>' }],
  })
  expect(forecast!.hours[0]).toEqual({
    at: new Date(at(0) * 1000).toISOString(),
    temperature: 24,
    humidity: 60,
    windSpeed: 1.9,
    rain: 0,
    sky: 'partly',
  })
  expect(asked.filter((one) => one.startsWith('/geo'))).toEqual(['/geo/v2/city/lookup k1'])
  // Another farm some hundred meters away asks nobody anew.
  const other = await newTenant(app)
  expect((await around(other, await makeBase(other, '22.9512,113.3424'))).forecast).not.toBeNull()
  expect(asked.filter((one) => one.startsWith('/geo'))).toHaveLength(1)
  // A base without a position has no weather, and another farm's base neither.
  expect((await around(tenant, await makeBase(tenant, null))).forecast).toBeNull()
  expect((await around(other, base)).forecast).toBeNull()
})

test('Open-Meteo: days are the place’s own; what is not known stays unknown', async () => {
  const { tenant } = await farm('open-meteo')
  const { forecast } = await around(tenant, await makeBase(tenant, '22.95,113.34'))
  expect(forecast).toMatchObject({
    attribution: 'Open-Meteo.com',
    now: null,
    days: [{ date: '2026-11-25', least: 14.6, most: 25.1, rain: 0.4, sky: 'storm' }],
    warnings: [],
  })
  expect(forecast!.hours.map(({ windSpeed, sky }) => [windSpeed, sky])).toEqual([
    [2.1, 'partly'],
    [null, 'rain'],
  ])
})

test('a page never waits for a slow service, and one that is down takes nothing away', async () => {
  const { tenant } = await farm('open-meteo')
  const base = await makeBase(tenant, '30.11,120.22')
  let release = () => undefined as void
  held = new Promise((done) => (release = done))
  // The service has not answered yet.
  expect(await around(tenant, base)).toMatchObject({ forecast: null, isForecasting: true })
  release()
  await expect
    .poll(async () => (await around(tenant, base)).forecast?.attribution)
    .toBe('Open-Meteo.com')
  isDown = true
  const { tenant: another } = await farm('open-meteo')
  const before = asked.length
  const there = await makeBase(another, '30.11,120.22')
  expect(await around(another, there)).toMatchObject({ forecast: null, isForecasting: false })
  await around(another, there)
  // It is left alone for a while.
  expect(asked.length - before).toBe(1)
})
