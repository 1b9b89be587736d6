import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
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
  render(<QueryClientProvider client={queries}>{children}</QueryClientProvider>)

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
