import { expect, it } from 'vitest'
import type { ForecastHour } from '#contract/home/forecast.ts'
import { sprayingWindows } from '#src/pages/home/cards/forecast.ts'

const hour = (at: number, values: Partial<ForecastHour> = {}): ForecastHour => ({
  at: new Date(Date.UTC(2026, 4, 1, at)).toISOString(),
  temperature: 22,
  humidity: 60,
  windSpeed: 2,
  rain: 0,
  sky: 'clear',
  ...values,
})
const spans = (hours: ForecastHour[]) =>
  sprayingWindows(hours).map(({ from, to }) => `${from.slice(11, 13)}-${to.slice(11, 13)}`)

it('puts good hours together, and none of which rain soon washes off what was sprayed', () => {
  expect(spans([hour(6), hour(7), hour(8), hour(9, { windSpeed: 4 }), hour(10), hour(11)])).toEqual(
    ['06-09', '10-12'],
  )
  // Rain at ten: from seven on there is no time to dry.
  expect(spans([hour(6), hour(7), hour(8), hour(9), hour(10, { rain: 2 }), hour(11)])).toEqual([
    '06-07',
    '11-12',
  ])
  expect(spans([hour(6, { windSpeed: null }), hour(7, { temperature: 33 })])).toEqual([])
})
