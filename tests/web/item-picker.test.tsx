import { Refine } from '@refinedev/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { ItemPicker } from '#src/pages/inventory/stock-document/ItemPicker.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

vi.setConfig({ testTimeout: 60_000 })
const wait = { timeout: 20_000 }
const film = { id: 7, name: '大棚膜', code: 'M-PO', unitIdName: '米', lotFlag: 0 }
const searched: unknown[] = []
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ path, params }) => {
    if (path.endsWith('/find')) return { body: [] }
    searched.push(params.q ?? '')
    return { body: { content: [film], totalElements: 1 } }
  })
  await startI18n(consoleTexts)
})

test('once a word has put its item on a line, its list is closed and it is searched for no more', async () => {
  const picked = vi.fn()
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <ItemPicker
          id="goods"
          among={{}}
          onPick={picked}
          onScan={() => undefined}
          onUnknown={() => undefined}
        />
      </Refine>
    </MemoryRouter>,
  )
  const box = await screen.findByRole('combobox', undefined, wait)
  fireEvent.mouseDown(box)
  await screen.findByText('大棚膜 · M-PO', undefined, wait)
  fireEvent.change(box, { target: { value: '大棚膜' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(picked).toHaveBeenCalledWith(film), wait)
  searched.length = 0
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect([box.getAttribute('aria-expanded'), searched]).toEqual(['false', []])
})
