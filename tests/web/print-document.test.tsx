import { Refine } from '@refinedev/core'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { isResource } from '#src/kit/definition/resource.ts'
import PrintDocument from '#src/pages/inventory/stock-document/PrintDocument.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, refusal, type Reply } from './fake-server.ts'
import './dom-matchers.ts'

const transfer = definitions.find(({ screen }) => screen.name === documentScreens.transfer.name)!
const row = {
  id: 1,
  code: 'DB1',
  auditStatus: 2,
  execStatus: 0,
  closedFlag: 0,
  occurredOn: '2026-05-01',
  warehouseId: 3,
  warehouseIdName: '东仓',
  goods: [{ id: 1, skuId: 7, skuIdName: '尿素', skuCode: 'U', unitName: '千克', quantity: 5 }],
}
let answer: (reply: Reply) => void
const printed = vi.fn()
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  window.print = printed
  await startI18n(consoleTexts)
})
beforeEach(() => {
  queries.clear()
  printed.mockReset()
  const units = new Promise<Reply>((resolve) => (answer = resolve))
  fakeServer(({ path }) => (path.endsWith('/unit') ? units : { body: { content: [] } }))
})
function print(language: string, resource = transfer, more: object = {}) {
  if (!isResource(resource)) throw new Error('no resource')
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <PrintDocument
          language={language}
          resource={resource}
          rows={[{ ...row, ...more }]}
          onDone={() => undefined}
        />
      </Refine>
    </MemoryRouter>,
  )
}
const paper = () => document.querySelector('.print-sheet')?.textContent ?? ''
const later = () => new Promise((resolve) => setTimeout(resolve, 300))

test('English paper from a Chinese console waits for what units are called in English', async () => {
  print('en-US')
  await waitFor(() => expect(paper()).toContain('From warehouse'), { timeout: 10_000 })
  await later()
  expect(printed).not.toHaveBeenCalled()
  answer({ body: { content: [{ id: 1, name: '千克', enName: 'kilogram' }], totalElements: 1 } })
  await waitFor(() => expect(printed).toHaveBeenCalledOnce())
  expect(paper()).toContain('kilogram')
  expect(paper()).not.toContain('千克')
})

test('whoever is not told the names of units prints those that they have', async () => {
  print('en-US')
  await waitFor(() => expect(paper()).toContain('From warehouse'), { timeout: 10_000 })
  answer(refusal(403, 'error.forbidden'))
  await waitFor(() => expect(printed).toHaveBeenCalledOnce())
  expect(paper()).toContain('千克')
})

test('Chinese paper asks for no other names, and calls the warehouse what it is to a transfer', async () => {
  print('zh-CN')
  await waitFor(() => expect(printed).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(paper()).toContain('调出仓库')
})

test('paper of what was used on a plot says from when it may be harvested', async () => {
  const inputs = definitions.find(
    ({ screen }) => screen.name === documentScreens.input_shipment.name,
  )!
  print('zh-CN', inputs, { purpose: 'use', landIdName: '东一', harvestFrom: '2026-05-15' })
  await waitFor(() => expect(printed).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(paper()).toContain('最早可采收日2026-05-15')
})
