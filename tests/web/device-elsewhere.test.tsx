import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { deviceManagerScreen } from '#contract/equipment/device.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { setScope } from '#src/api/scope.ts'
import DeviceElsewhere from '#src/features/equipment/DeviceElsewhere.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

const soil = devicesByType.find(({ type }) => type === 'soil')!
const held = new Set<string>()
vi.mock('#src/api/permissions.ts', async (original) => ({
  ...(await original<object>()),
  isGranted: (code: string) => Promise.resolve(held.has(code)),
}))
beforeEach(() => {
  held.clear()
  queries.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(() => ({ body: { id: 7, name: 'probe', deviceType: 'soil', objectVersionNumber: 1 } }))
})
const open = () =>
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`${deviceManagerScreen.route}/data/7`]}>
        <Routes>
          <Route
            path={`${deviceManagerScreen.route}/data/:id`}
            element={<DeviceElsewhere otherwise={<p>refused</p>} />}
          />
          <Route path={`${soil.screen.route}/data/:id`} element={<p>of its type</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a device’s address among all goes on to the page of its type, where that may be seen', async () => {
  held.add(deviceTypes.soil.permissions.list)
  open()
  expect(await screen.findByText('of its type')).toBeInTheDocument()
})
test('nobody goes on who sees no device', async () => {
  open()
  expect(await screen.findByText('refused')).toBeInTheDocument()
})
