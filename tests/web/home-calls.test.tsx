import { Refine } from '@refinedev/core'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import HomePage from '#src/pages/home/HomePage.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

vi.mock('#src/api/permissions.ts', async (original) => ({
  ...(await original<object>()),
  isGranted: async () => true,
  isAnyGranted: async () => true,
}))
vi.mock('#src/kit/app/use-identity.ts', () => ({
  useIdentity: () => ({ id: 1, tenantId: 5, realName: '陈工', timeZone: 'Asia/Shanghai' }),
  useTimeZone: () => 'Asia/Shanghai',
}))
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
const home = {
  counts: [],
  items: [],
  role: 'engineer',
  settings: {
    layout: null,
    entries: null,
    pins: { channels: ['7:airTemperature'], hours: 24 },
  },
  fixed: [],
  mayFix: false,
  guide: null,
}
const around = {
  weather: null,
  mayWeather: true,
  forecast: null,
  isForecasting: false,
  news: [],
  locks: [],
  batches: [],
  season: [],
  unborne: [],
  changes: [],
  brief: { bases: [], day: '2026-11-27' },
  curves: {
    from: '2026-11-26T00:00:00Z',
    to: '2026-11-27T00:00:00Z',
    stepMs: 600_000,
    devices: [
      { id: 7, standing: 'gone', name: null, deviceType: null, areaName: null, calculated: [] },
    ],
    series: [],
  },
}
const answers: Record<string, unknown> = {
  '/wfpf/v1/5/home': home,
  '/wfpf/v1/5/home/around': around,
  '/wfpf/v1/5/area/states': [],
}

test(
  'with every card and pinned curves the first page asks three calls',
  { timeout: 20_000 },
  async () => {
    const log = fakeServer(({ path }) => ({ body: answers[path] ?? [] }))
    render(
      <MemoryRouter>
        <Refine options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}>
          <HomePage />
        </Refine>
      </MemoryRouter>,
    )
    for (const drawn of ['[data-card=curves] figure', '[data-card=bases] p'])
      await vi.waitFor(() => expect(document.querySelector(drawn)).not.toBeNull(), {
        timeout: 10_000,
      })
    expect(log.map(({ path }) => path).toSorted()).toEqual(Object.keys(answers).toSorted())
  },
)
