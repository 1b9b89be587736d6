import { Refine } from '@refinedev/core'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { ScreenGate } from '#src/kit/app/ScreenGate.tsx'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { toldColumns } from '#src/kit/list/columns/list-columns.ts'
import ListScreen from '#src/kit/list/ListScreen.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { warehousing } from '#contract/inventory/document.ts'
import { fakeServer, type Reply } from './fake-server.ts'
import './dom-matchers.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => queries.clear())

const row = {
  id: 1,
  code: 'RK1',
  occurredOn: '2026-05-01',
  warehouseId: 3,
  warehouseIdName: '东仓',
  purpose: 'purchase',
  auditStatus: 0,
  execStatus: 0,
  objectVersionNumber: 1,
}
const definition = definitions.find(
  ({ screen }) => screen.name === documentScreens.warehousing.name,
)!
/** The list whose rights are asked for ever. */
function open(first: object) {
  fakeServer(({ method, path }) =>
    method === 'POST'
      ? new Promise<Reply>(() => undefined)
      : path.endsWith('/warehousing')
        ? { body: { content: [first], totalElements: 1, totalPages: 1, number: 0, size: 20 } }
        : { body: { content: [], totalElements: 0 } },
  )
  return render(
    <MemoryRouter initialEntries={[definition.screen.route]}>
      <Refine
        dataProvider={dataProvider}
        resources={refineResources(definitions)}
        accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <ScreenGate definition={definition}>
          <ListScreen />
        </ScreenGate>
      </Refine>
    </MemoryRouter>,
  )
}
const heads = () =>
  [...document.querySelectorAll('.ant-table-thead th')].map(({ textContent }) => textContent)

test('a column of prices is there with its rows, or not at all, before rights are known', async () => {
  const { unmount } = open({ ...row, total: null })
  await waitFor(() => expect(document.body.textContent).toContain('RK1'), { timeout: 30_000 })
  expect(heads()).toContain('总金额（元）')
  unmount()
  queries.clear()
  open(row)
  await waitFor(() => expect(document.body.textContent).toContain('RK1'), { timeout: 30_000 })
  expect(heads()).not.toContain('总金额（元）')
})

test('rows say what they tell: what is blank is told, what is left out is not', () => {
  const names = ['code', 'total']
  expect(toldColumns(names, warehousing.fields, [])).toBe(names)
  expect(toldColumns(names, warehousing.fields, [{ ...row, total: null }])).toBe(names)
  expect(toldColumns(names, warehousing.fields, [row])).toEqual(['code'])
})
