import { Refine } from '@refinedev/core'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { DefinitionProvider } from '#src/kit/definition/definition-context.ts'
import { onPageName } from '#src/kit/definition/page-name.ts'
import DocumentFormPage from '#src/pages/inventory/stock-document/DocumentFormPage.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

vi.setConfig({ testTimeout: 90_000 })
const { name, route } = documentScreens.warehousing
const paper = {
  id: 48,
  code: 'RK202611280048',
  auditStatus: 0,
  execStatus: 0,
  objectVersionNumber: 1,
  occurredOn: '2026-11-28',
  warehouseId: 3,
  warehouseIdName: '东仓',
  purpose: 'purchase',
  goods: [{ id: 1, skuId: 7, skuIdName: '尿素', quantity: 3, price: 2, units: [] }],
}
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ path }) => ({
    body: path.endsWith('/warehousing/48')
      ? paper
      : path.endsWith('/lots')
        ? []
        : { content: [], totalElements: 0 },
  }))
  await startI18n(consoleTexts)
})

test('a document that is edited is called by its number; a figure that is too fine is marked where it stands', async () => {
  const named = vi.fn()
  const stop = onPageName(named)
  render(
    <MemoryRouter initialEntries={[`${route}/edit/48`]}>
      <Refine
        dataProvider={dataProvider}
        resources={refineResources(definitions)}
        accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <DefinitionProvider value={definitions.find(({ screen }) => screen.name === name)!}>
          <Routes>
            <Route path={`${route}/edit/:id`} element={<DocumentFormPage />} />
          </Routes>
        </DefinitionProvider>
      </Refine>
    </MemoryRouter>,
  )
  const cell = await waitFor(
    () => {
      const found = document.querySelector<HTMLInputElement>('.goods-cell[data-column=quantity]')
      expect(found).not.toBeNull()
      return found!
    },
    { timeout: 60_000 },
  )
  expect(named).toHaveBeenCalledWith(`${route}/edit/48`, 'RK202611280048')
  stop()
  const marked = (typed: string) => {
    fireEvent.change(cell, { target: { value: typed } })
    return cell.getAttribute('aria-invalid')
  }
  expect([marked('2.99999'), marked('2.999'), marked('0.1'), marked('two')]).toEqual([
    'true',
    null,
    null,
    'true',
  ])
})
