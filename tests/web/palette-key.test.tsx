import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import Palette from '#src/shell/palette/Palette.tsx'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))
beforeEach(() => {
  queries.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
})

test('its key pressed while the palette is closing opens it once more', async () => {
  fakeServer(() => ({ body: [] }))
  const closed = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Palette menu={[]} recents={[]} actions={[]} onHelp={() => {}} onClose={closed} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const window = await screen.findByRole('dialog')
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'zzz' } })
  await screen.findByText(/zzz/)
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(document, { key: 'Escape' })
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true })
  await waitFor(() => expect(window.isConnected).toBe(false))
  const again = await screen.findByRole('dialog')
  expect(closed).not.toHaveBeenCalled()
  // It begins anew: nothing is looked for that does not stand in its line.
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  fireEvent.keyDown(document, { key: 'Escape' })
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  expect(again.isConnected).toBe(false)
})
