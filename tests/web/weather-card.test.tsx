import { Refine } from '@refinedev/core'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { HomeAround } from '#contract/home/around-calls.ts'
import { queries } from '#src/kit/calls/queries.ts'
import Weather from '#src/pages/home/cards/Weather.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

vi.mock('#src/api/permissions.ts', async (original) => ({
  ...(await original<object>()),
  isGranted: async () => true,
}))
beforeAll(() => startI18n(consoleTexts))
beforeEach(() => queries.clear())
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const air = { temperature: 21.4, humidity: 66, windSpeed: 2.2, windDirection: 90, rainHour: 0 }
const forecast = (minutes: number | null) => ({
  areaName: '东基地',
  attribution: '某气象台',
  at: minutesAgo(5),
  now: minutes === null ? null : { at: minutesAgo(minutes), ...air },
  hours: [],
  days: [],
  warnings: [],
})
const station = {
  deviceId: 7,
  deviceName: '东气象站',
  areaId: 1,
  areaName: '东基地',
  online: 1 as const,
  at: minutesAgo(3),
  ...air,
  temperature: 19.5,
  rainDay: 0,
  lowDay: 12,
  highDay: 23,
}
async function draw(around: Partial<HomeAround>) {
  const props = { home: {}, base: null, onSave: vi.fn() } as never as Parameters<typeof Weather>[0]
  render(
    <MemoryRouter>
      <Refine options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}>
        <Weather {...props} around={{ mayWeather: true, ...around } as HomeAround} />
      </Refine>
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { name: '天气' })
}
const text = () => document.querySelector('[data-card=weather]')!.textContent

test('without a station the weather of now is that of the service, which is named', async () => {
  await draw({ weather: null, forecast: forecast(10) })
  expect(text()).toContain('21.4')
  expect(text()).toContain('湿度 66 % · 东风 2.2 m/s · 无雨')
  expect(text()).toContain('当前天气由 某气象台 提供，10分钟前')
  expect(text()).toContain('现在可以：风 2.2 m/s，无雨')
})

test('what a service observed hours ago says nothing about spraying now', async () => {
  await draw({ weather: null, forecast: forecast(180) })
  expect(screen.getByText(/当前天气由 某气象台 提供/).className).toBe('home-warn')
  expect(text()).not.toContain('现在可以')
})

test('a station of one’s own goes before what a service says of now', async () => {
  await draw({ weather: station, forecast: forecast(10) })
  expect(text()).toContain('19.5')
  expect(text()).toContain('东气象站')
  expect(text()).not.toContain('21.4')
  expect(text()).not.toContain('当前天气由')
})

test('a service that tells nothing of now is asked for what comes alone', async () => {
  await draw({ weather: null, forecast: forecast(null) })
  expect(text()).not.toContain('当前天气由')
  expect(text()).toContain('某气象台')
})
