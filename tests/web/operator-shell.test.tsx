import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import NewDeviceBanner from '#src/shell/notices/NewDeviceBanner.tsx'
import TenantDialog from '#src/shell/TenantDialog.tsx'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

let admin = false
vi.mock('#src/kit/app/use-identity.ts', () => ({
  useTimeZone: () => 'Asia/Shanghai',
  useIdentity: () => ({ admin }),
}))
beforeAll(() => startI18n(consoleTexts))
beforeEach(() => {
  queries.clear()
  setScope({ tenantId: -1, permissionVersion: 0 })
})
const draw = (children: ReactNode) =>
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
function Place() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

test('who operates the platform enters a tenant by hand, and makes none the one to start in', async () => {
  fakeServer(() => ({
    body: {
      content: [{ tenantId: 5, tenantName: '穗丰', tenantNum: 'T5' }],
      totalElements: 1,
      totalPages: 1,
      number: 0,
      size: 10,
    },
  }))
  for (admin of [false, true]) {
    draw(<TenantDialog onClose={() => undefined} />)
    await screen.findByRole('button', { name: /进\s*入/ }, { timeout: 20_000 })
    expect(screen.queryAllByRole('button', { name: /默认/ })).toHaveLength(admin ? 0 : 1)
    cleanup()
  }
}, 60_000)

test('a new device stands over every page of the platform until it is called one’s own', async () => {
  let waiting = [
    {
      id: 3,
      device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
      address: '203.0.113.7',
      place: 'away',
      at: '2026-11-20T08:00:00Z',
      confirmable: false,
    },
  ]
  const log = fakeServer(({ method }) => {
    if (method === 'GET') return { body: waiting }
    waiting = []
    return { status: 204 }
  })
  draw(
    <>
      <NewDeviceBanner />
      <Place />
    </>,
  )
  const told = await screen.findByText(/Chrome · Windows/, {}, { timeout: 20_000 })
  expect(told.textContent).toContain('203.0.113.7')
  // A device that is new itself is told, and why it is not asked.
  expect(told.textContent).toContain('当前设备也是新登录的')
  expect(screen.queryByRole('button', { name: '是我本人' })).toBeNull()
  cleanup()
  queries.clear()
  log.length = 0
  waiting = waiting.map((one) => ({ ...one, confirmable: true }))
  draw(
    <>
      <NewDeviceBanner />
      <Place />
    </>,
  )
  const asked = await screen.findByText(/Chrome · Windows/, {}, { timeout: 20_000 })
  expect(asked.textContent).not.toContain('当前设备也是新登录的')
  fireEvent.click(screen.getByRole('button', { name: '查看已登录的设备' }))
  expect(screen.getByText('/web/user?type=sessions')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '是我本人' }))
  await waitFor(() => expect(screen.queryByText(/Chrome · Windows/)).toBeNull())
  expect(log.map(({ method, path }) => [method, path.split('/').at(-1)])).toEqual([
    ['GET', 'new-devices'],
    ['PUT', '3'],
    ['GET', 'new-devices'],
  ])
}, 60_000)
