import { Refine } from '@refinedev/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stockBalance } from '#contract/inventory/stock.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import LabelDialog from '#src/kit/print/LabelDialog.tsx'
import RecordDrawer from '#src/kit/record/RecordDrawer.tsx'
import { CostCell } from '#src/pages/inventory/stock/StockCells.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { products } from '#src/resources/inventory/product.ts'
import { stockLimits } from '#src/resources/inventory/stock-limit.ts'
import { units } from '#src/resources/inventory/unit.ts'
import { fakeServer, type Reply } from './fake-server.ts'
import './dom-matchers.ts'

vi.setConfig({ testTimeout: 60_000 })
const wait = { timeout: 20_000 }
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => {
  queries.clear()
  fakeServer(({ method, path }) =>
    method === 'POST'
      ? new Promise<Reply>(() => undefined)
      : {
          body: {
            content: path.endsWith('/warehouse')
              ? [{ id: 3, name: '东仓' }]
              : path.endsWith('/sku')
                ? [{ id: 7, name: '尿素' }]
                : [],
            totalElements: 0,
          },
        },
  )
})
const draw = (children: React.ReactNode) =>
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        resources={refineResources(definitions)}
        accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        {children}
      </Refine>
    </MemoryRouter>,
  )

test('a click on an average leaves open what pointing at it has opened', async () => {
  draw(
    <CostCell
      {...({ entity: stockBalance, row: { id: 1, average: 2.5 } } as unknown as CellProps)}
    />,
  )
  const button = await screen.findByRole('button', {}, wait)
  fireEvent.mouseEnter(button)
  await waitFor(() => expect(document.querySelector('.ant-popover')).not.toBeNull(), wait)
  fireEvent.mouseDown(button)
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(document.querySelector('.ant-popover:not(.ant-popover-hidden)')).not.toBeNull()
})

test('a limit that is added where the list is narrowed to a warehouse and goods begins with them', async () => {
  draw(
    <RecordDrawer
      resource={stockLimits}
      opened={{ kind: 'create', id: undefined }}
      filters={{ warehouseId: 3, skuId: 7 }}
      may={{ create: true }}
      onClose={() => undefined}
      onOpen={() => undefined}
      onMade={() => undefined}
    />,
  )
  await waitFor(
    () =>
      expect(
        [...document.querySelectorAll('.ant-select-selection-item')].map(
          ({ textContent }) => textContent,
        ),
      ).toEqual(['东仓', '尿素']),
    wait,
  )
})

test('labels of a product may be those of its further units too', async () => {
  const row = {
    id: 42,
    name: '复合肥',
    code: 'F-1',
    units: [{ unitId: 3, unitIdName: '袋', ratio: 40, barcode: '6901' }],
  }
  draw(<LabelDialog resource={products} rows={[row]} onClose={() => undefined} />)
  const said = () =>
    [...document.querySelectorAll('.label')].map((label) => [
      label.querySelector('strong')!.textContent,
      label.querySelector('figcaption')?.textContent,
    ])
  expect(said()).toEqual([['复合肥', 'F-1']])
  fireEvent.click(document.getElementById('label-more')!)
  expect(said()).toEqual([
    ['复合肥', 'F-1'],
    ['复合肥 · 袋 × 40', '6901'],
  ])
})

test('a form that is sent without a connection says so instead of turning for ever', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  draw(
    <FormScreen
      resource={units}
      kind="create"
      id={undefined}
      onDone={() => undefined}
      onCancel={() => undefined}
    />,
  )
  const boxes = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('form input[type="text"]')]
    expect(found.length).toBeGreaterThan(1)
    return found
  }, wait)
  for (const box of boxes) fireEvent.change(box, { target: { value: 'kg' } })
  fireEvent.submit(document.querySelector('form')!)
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull(), wait)
  expect(document.body.textContent).not.toContain('网络已断开')
  online.mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  await waitFor(() => expect(document.body.textContent).toContain('网络已断开'), wait)
  online.mockRestore()
})
