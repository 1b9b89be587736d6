import { Refine } from '@refinedev/core'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { BoxReadings } from '#src/features/camera/BoxReadings.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'

const granted = vi.hoisted(() => ({ isKeeper: true }))
vi.mock('#src/kit/app/use-granted.ts', () => ({ useGranted: () => granted.isKeeper }))
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => {
  granted.isKeeper = true
  queries.clear()
})
const said = {
  cameraId: 3,
  online: 1,
  lastSeenAt: new Date(Date.now() - 120_000).toISOString(),
  readings: [{ metric: 'storageUsed', value: 71, at: new Date().toISOString() }],
}
const draw = (answer: object) => {
  const log = fakeServer(() => ({ body: answer }))
  const drawn = render(
    <MemoryRouter>
      <Refine options={{ reactQuery: { clientConfig: queries }, disableTelemetry: true }}>
        <BoxReadings row={{ id: 3, name: '水塘' }} />
      </Refine>
    </MemoryRouter>,
  )
  return { log, drawn }
}

test('what the box on a camera’s pole said is told in words, with its age', async () => {
  draw(said)
  const box = await screen.findByRole('region', { name: '杆上设备' })
  expect(within(box).getByText('存储占用')).toBeDefined()
  expect(within(box).getByText('71 %')).toBeDefined()
  expect(within(box).getByText(/^最近上报：2/)).toBeDefined()
})

test('a camera without a box says nothing, and whoever keeps none asks for nothing', async () => {
  const { log, drawn } = draw({ ...said, lastSeenAt: null, readings: [] })
  await expect.poll(() => log.length).toBe(1)
  expect(screen.queryByRole('region')).toBeNull()
  drawn.unmount()
  granted.isKeeper = false
  const without = draw(said)
  expect(screen.queryByRole('region')).toBeNull()
  expect(without.log).toHaveLength(0)
})
