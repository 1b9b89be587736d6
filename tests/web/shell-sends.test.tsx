import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import VisualEntry from '#src/shell/notices/VisualEntry.tsx'
import ThemeDrawer from '#src/shell/ThemeDrawer.tsx'
import { fakeServer, refusal } from './fake-server.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))
let tenantId = 5
beforeEach(() => {
  queries.clear()
  setScope({ tenantId: tenantId++, permissionVersion: 1 })
})
const draw = (children: ReactNode) =>
  render(<QueryClientProvider client={queries}>{children}</QueryClientProvider>)

test('a theme is made the first time and saved from then on, and a refusal leaves it open', async () => {
  let id: number | null = null
  let isRefused = true
  const log = fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { id, theme: null } }
      : isRefused
        ? refusal(409, 'error.state')
        : { body: { id: 3, theme: '{}' } },
  )
  const closed = vi.fn()
  draw(<ThemeDrawer onClose={closed} />)
  const save = await screen.findByRole('button', { name: /保\s*存/ }, { timeout: 20_000 })
  fireEvent.click(save)
  await waitFor(() => expect(log.map(({ method }) => method)).toEqual(['GET', 'POST']))
  await waitFor(() => expect(save.className).not.toContain('loading'))
  expect(closed).not.toHaveBeenCalled()
  isRefused = false
  id = 3
  fireEvent.click(save)
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(log.at(-1)!.path).toMatch(/menu-theme\/3$/)
}, 60_000)

test('a wall of another host is opened with a code for it, and not at all without one', async () => {
  let isRefused = false
  fakeServer(({ method, path, body }) => {
    if (path.includes('check')) {
      return { body: (body as string[]).map((code) => ({ code, approve: true })) }
    }
    if (method === 'POST') return isRefused ? refusal(403, 'error.x') : { body: { code: 'once' } }
    return {
      body: [{ id: 1, screenName: 'Wall', screenAddress: 'https://wall.example/a', screenType: 1 }],
    }
  })
  const page = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  draw(<VisualEntry />)
  const open = await screen.findByRole('button', {}, { timeout: 20_000 })
  fireEvent.click(open)
  await waitFor(() =>
    expect(page.location.replace).toHaveBeenCalledWith('https://wall.example/a?access_token=once'),
  )
  expect([page.opener, page.close.mock.calls.length]).toEqual([null, 0])
  isRefused = true
  fireEvent.click(open)
  await waitFor(() => expect(page.close).toHaveBeenCalledTimes(1))
  expect(page.location.replace).toHaveBeenCalledTimes(1)
}, 60_000)
