import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queries } from '#src/kit/calls/queries.ts'
import { RenewDialog } from '#src/pages/connectivity/sim/RenewDialog.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))

test('a renewal that no carrier is asked for says where it is made', async () => {
  const open = async (isAsked: boolean) => {
    render(
      <QueryClientProvider client={queries}>
        <RenewDialog row={{ id: 1, expiresOn: null }} isAsked={isAsked} onClose={vi.fn()} />
      </QueryClientProvider>,
    )
    await screen.findByRole('dialog')
    const said = screen.queryByText(/OneLink/)?.textContent ?? null
    cleanup()
    return said
  }
  expect(await open(false)).toContain('这里只登记')
  expect(await open(true)).toBeNull()
})
