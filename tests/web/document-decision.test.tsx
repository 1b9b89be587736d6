import { Refine } from '@refinedev/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { isResource } from '#src/kit/definition/resource.ts'
import { DecideBar } from '#src/pages/inventory/stock-document/DecideBar.tsx'
import { DocumentActions } from '#src/pages/inventory/stock-document/DocumentActions.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, type Asked } from './fake-server.ts'
import './dom-matchers.ts'

let log: Asked[]
let taskId: number | null
const onChanged = vi.fn()
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => {
  queries.clear()
  onChanged.mockReset()
  log = fakeServer(({ path }) =>
    path.endsWith('/timeline')
      ? { body: [{ mine: { taskId, mayWithdraw: false, backTo: [], returnTo: null } }] }
      : { body: { content: [] } },
  )
})
const row = { id: 7, code: 'CK7', auditStatus: auditStatus.submitted, objectVersionNumber: 1 }
/** The page's buttons, for somebody who may look at the document and nothing else. */
function draw() {
  const shipments = definitions.find((one) => one.screen.name === documentScreens.shipment.name)!
  if (!isResource(shipments)) throw new Error('no resource')
  return render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        resources={refineResources(definitions)}
        accessControlProvider={{ can: () => Promise.resolve({ can: false }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <DocumentActions
          resource={shipments}
          row={row}
          may={{}}
          onSubmit={() => undefined}
          onChanged={onChanged}
          onDeleted={() => undefined}
        />
        <DecideBar resource={shipments} row={row} onChanged={onChanged} />
      </Refine>
    </MemoryRouter>,
  )
}
const button = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 20_000 })
const decided = () => log.filter(({ method }) => method === 'PUT')

test(
  'whoever is asked decides on the page of the document itself',
  { timeout: 60_000 },
  async () => {
    taskId = 31
    draw()
    expect(await button(/^退\s*回$/)).toBeTruthy()
    expect(await button(/^驳\s*回$/)).toBeTruthy()
    fireEvent.click(await button(/^通\s*过$/))
    const dialog = await screen.findByRole('dialog', {}, { timeout: 20_000 })
    expect(dialog.textContent).toContain('CK7')
    const [go] = [...dialog.querySelectorAll('button')].filter(({ textContent }) =>
      /^通\s*过$/.test(textContent),
    )
    fireEvent.click(go!)
    await waitFor(() => expect(decided()).toHaveLength(1))
    expect(decided()[0]).toMatchObject({ body: { taskId: 31 } })
    expect(decided()[0]!.path).toContain('/approval-task/approve/31')
    await waitFor(() => expect(onChanged).toHaveBeenCalled())
  },
)

test('whoever is not asked is offered no decision', { timeout: 60_000 }, async () => {
  taskId = null
  draw()
  await waitFor(() => expect(log.some(({ path }) => path.endsWith('/timeline'))).toBe(true))
  await button(/^打\s*印$/)
  expect(screen.queryByRole('button', { name: /^(通\s*过|退\s*回|驳\s*回)$/ })).toBeNull()
})
