import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aeratorIi } from '#contract/devices/aerator-ii.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { LatestValues } from '#src/pages/equipment/device-data/LatestValues.tsx'
import type { DeviceRow } from '#src/pages/equipment/device-data/use-device.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

test('what an aerator’s pumps say of themselves is not said again among its values', async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  const said = ['pump.1', 'pumpOnline.1', 'pumpFault.1', 'pumpCurrent.1', 'dissolvedOxygen']
  fakeServer(() => ({
    body: said.map((metric) => ({ metric, value: 1, at: '2026-05-01T08:00:00Z', clock: 1 })),
  }))
  const row = { id: 7, deviceType: 'aerator_ii', readings: [] } as unknown as DeviceRow
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <LatestValues row={row} type={aeratorIi} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(1)
})
