import { Refine } from '@refinedev/core'
import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { ShortLine } from '#contract/inventory/document-calls.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { Shortages } from '#src/pages/inventory/stock-document/Shortages.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(() => ({ body: [] }))
  await startI18n(consoleTexts)
})
const line: ShortLine = {
  position: 0,
  skuId: 1,
  skuName: '尿素',
  lot: null,
  unitName: 'kg',
  units: [],
  wanted: 5,
  available: 0,
  otherLots: [],
  elsewhere: [{ warehouseId: 3, warehouseName: '南仓', quantity: 9 }],
}
const resources = refineResources(definitions)

test.each([true, false])(
  'what is short is brought by whoever may write a transfer (%s), and told to all',
  async (can) => {
    let asked = 0
    render(
      <MemoryRouter>
        <Refine
          dataProvider={dataProvider}
          resources={resources}
          accessControlProvider={{
            can: () => {
              asked++
              return Promise.resolve({ can })
            },
          }}
          options={{ disableTelemetry: true }}
        >
          <Shortages lines={[line]} warehouseId={2} onLeave={() => undefined} />
        </Refine>
      </MemoryRouter>,
    )
    expect(await screen.findByText('南仓 9')).toBeInTheDocument()
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryAllByRole('button').length).toBe(can ? 1 : 0))
  },
)
