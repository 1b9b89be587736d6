import { Refine } from '@refinedev/core'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { codesOf } from '#contract/call.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { inventoryOption } from '#contract/inventory/option.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { DefinitionProvider } from '#src/kit/definition/definition-context.ts'
import { focusFirst } from '#src/ui/focus-first.ts'
import DocumentFormPage from '#src/pages/inventory/stock-document/DocumentFormPage.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, refusal, type Reply } from './fake-server.ts'
import './dom-matchers.ts'

const option = {
  overPercent: 0,
  expiryWarningDays: 30,
  defaultWarehouseId: 3,
  defaultWarehouseIdName: '东仓',
  defaultWarehouseOpen: true,
  stocktakePosting: 'approval',
  objectVersionNumber: 1,
}
const warehouses = [
  { id: 3, name: '东仓', enabledFlag: 1 },
  { id: 4, name: '西仓', enabledFlag: 1 },
  { id: 5, name: '老仓', enabledFlag: 0 },
]
// The first to open the form fetches its inputs.
vi.setConfig({ testTimeout: 90_000 })
let answer: Reply
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ path, params }) =>
    path.endsWith('/inventory-option')
      ? answer
      : path.endsWith('/warehouse')
        ? {
            body: {
              content: warehouses.filter(
                ({ enabledFlag }) =>
                  String(params.enabledFlag ?? enabledFlag) === String(enabledFlag),
              ),
            },
          }
        : { body: path.endsWith('/lots') ? [] : { content: [], totalElements: 0 } },
  )
  await startI18n(consoleTexts)
})
beforeEach(() => queries.clear())

const resources = refineResources(definitions)
function open(kind: keyof typeof documents, state?: unknown) {
  const { name, route } = documentScreens[kind]
  return render(
    <MemoryRouter initialEntries={[{ pathname: `${route}/add`, state }]}>
      <Refine
        dataProvider={dataProvider}
        resources={resources}
        accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <DefinitionProvider value={definitions.find(({ screen }) => screen.name === name)!}>
          <DocumentFormPage />
        </DefinitionProvider>
      </Refine>
    </MemoryRouter>,
  )
}
const chosen = () =>
  [...document.querySelectorAll('.ant-select-selection-item')].map(({ textContent }) => textContent)
const save = () => [...document.querySelectorAll('button[type=submit]')]

test('a new document begins with the usual warehouse, unless it is come to with another', async () => {
  answer = { body: option }
  const { unmount } = open('shipment')
  await waitFor(() => expect(chosen()).toContain('东仓'), { timeout: 30_000 })
  unmount()
  open('shipment', { begin: { warehouseId: 4 } })
  await waitFor(() => expect(chosen()).toContain('西仓'), { timeout: 30_000 })
  expect(chosen()).not.toContain('东仓')
})

test.each([
  [
    'is not seen by who writes',
    { body: { ...option, defaultWarehouseIdName: null, defaultWarehouseOpen: false } },
  ],
  ['is out of use', { body: { ...option, defaultWarehouseOpen: false } }],
  ['is not told', refusal(503, 'error.unavailable')],
])('a form whose usual warehouse %s is there without one', async (_, reply) => {
  answer = reply
  open('transfer')
  await waitFor(() => expect(save()).toHaveLength(1), { timeout: 30_000 })
  expect(chosen()).toEqual([])
})

test.each([
  ['warehousing', ['东仓', '西仓']],
  ['shipment', ['东仓', '西仓', '老仓（停用）']],
] as const)(
  'a warehouse out of use takes in no %s; what lies there goes out',
  async (kind, offered) => {
    answer = { body: { ...option, defaultWarehouseOpen: false } }
    open(kind)
    const box = await waitFor(
      () => {
        const found = document.querySelector<HTMLElement>('#warehouseId, [id$="warehouseId"]')
        expect(found).not.toBeNull()
        return found!
      },
      { timeout: 30_000 },
    )
    fireEvent.mouseDown(box)
    await waitFor(() =>
      expect(
        [...document.querySelectorAll('.ant-select-item-option-content')].map(
          ({ textContent }) => textContent,
        ),
      ).toEqual(offered),
    )
  },
)

test('a draft keeps the warehouse that was put out of use, and says so', async () => {
  answer = { body: option }
  open('warehousing', { begin: { warehouseId: 5 } })
  await waitFor(() => expect(chosen()).toContain('老仓（停用）'), { timeout: 30_000 })
})

test('whoever may write a document may ask with which warehouse it begins', () => {
  const codes = codesOf(inventoryOption)
  for (const { permissions } of Object.values(documents))
    for (const code of [permissions.create ?? []].flat()) expect(codes).toContain(code)
})

test('the first field has the focus, however late its input comes; whoever went elsewhere stays there', async () => {
  const form = (first: string) =>
    `<div class="kit-field">${first}</div><div class="kit-field"><input id="second"></div>`
  const box = document.body.appendChild(document.createElement('form'))
  const late = async () => {
    box.firstElementChild!.innerHTML = '<input id="first">'
    await new Promise((resolve) => setTimeout(resolve, 20))
    return document.activeElement?.id
  }
  const waiting = form('<input disabled aria-busy="true">')
  box.innerHTML = waiting
  focusFirst(box, '.kit-field')
  expect(document.activeElement).toBe(document.body)
  expect(await late()).toBe('first')
  box.innerHTML = waiting
  focusFirst(box, '.kit-field')
  document.getElementById('second')!.focus()
  expect(await late()).toBe('second')
  box.innerHTML = waiting
  focusFirst(box, '.kit-field')()
  expect(await late()).not.toBe('first')
  box.innerHTML = form('<input id="locked" disabled>')
  focusFirst(box, '.kit-field')
  expect(document.activeElement?.id).toBe('second')
  box.remove()
})

test('a new document begins at its day, which is fetched last', async () => {
  answer = { body: option }
  open('shipment')
  await waitFor(() => expect(document.activeElement?.closest('.ant-picker')).not.toBeNull(), {
    timeout: 30_000,
  })
})

test('a return is made from any document that moved goods, page after page', async () => {
  const pages = { shipment: 3, warehousing: 1 }
  const asked = fakeServer(({ path, params, body }) => {
    if (Array.isArray(body))
      return { body: body.map((code) => ({ code: String(code), approve: true })) }
    const kind = path.split('/').at(-1) as keyof typeof pages
    if (!(kind in pages)) return { body: {} }
    const page = Number(params.page)
    return {
      body: {
        number: page - 1,
        size: 20,
        totalPages: pages[kind],
        totalElements: pages[kind] * 20,
        content: Array.from({ length: 20 }, (_, at) => ({
          id: page * 100 + at + (kind === 'shipment' ? 10_000 : 0),
          code: `${kind}-${page}-${at}`,
          occurredOn: '2026-05-01',
        })),
      },
    }
  })
  open('return')
  const box = await waitFor(() => {
    expect(document.getElementById('return-from')).not.toBeNull()
    return document.getElementById('return-from')!
  })
  fireEvent.mouseDown(box)
  const of = (kind: string) =>
    asked.filter(({ path }) => path.endsWith(`/${kind}`)).map(({ params }) => Number(params.page))
  await waitFor(() => expect([of('shipment'), of('warehousing')]).toEqual([[1], [1]]), {
    timeout: 30_000,
  })
  const list = await waitFor(() => {
    expect(document.querySelector('.rc-virtual-list-holder')).not.toBeNull()
    return document.querySelector('.rc-virtual-list-holder')!
  })
  for (const reached of [2, 3]) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    fireEvent.scroll(list)
    await waitFor(() => expect(of('shipment')).toHaveLength(reached))
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  fireEvent.scroll(list)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([of('shipment'), of('warehousing')]).toEqual([[1, 2, 3], [1]])
})

test('a receipt asks seed that is kept by lot for its germination test, and nothing else', async () => {
  answer = { body: option }
  fakeServer(({ path }) =>
    path.endsWith('/inventory-option')
      ? answer
      : { body: path.endsWith('/lots') ? [] : { content: [], totalElements: 0 } },
  )
  const line = { unitName: '袋', units: [], lotFlag: 1, lot: 'A', quantity: 1 }
  const goods = [
    { ...line, skuId: 7, skuIdName: '菜心种子', type: 'seed' },
    { ...line, skuId: 8, skuIdName: '尿素', type: 'fertilizer' },
  ]
  const cells = () =>
    ['germination', 'testedOn', 'sampleSize'].flatMap((column) =>
      [...document.querySelectorAll(`[data-column="${column}"]`)].map((input) =>
        input.getAttribute('aria-label'),
      ),
    )
  const { unmount } = open('warehousing', { begin: { warehouseId: 3, purpose: 'purchase', goods } })
  await waitFor(() => expect(cells()).toEqual(['发芽率 1', '发芽检测日期 1', '检测粒数 1']), {
    timeout: 30_000,
  })
  const input = document.querySelector<HTMLInputElement>('[data-column="germination"]')!
  fireEvent.change(input, { target: { value: '９２' } })
  fireEvent.blur(input)
  await waitFor(() => expect(input.value).toBe('92'))
  // Enter goes on where there is no such cell.
  fireEvent.keyDown(document.querySelectorAll('[data-column="expiresOn"]')[1]!, { key: 'Enter' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('数量 2'))
  unmount()
  open('warehousing', { begin: { warehouseId: 3, purpose: 'purchase', goods: goods.slice(1) } })
  await waitFor(() => expect(document.querySelector('[data-column="lot"]')).not.toBeNull(), {
    timeout: 30_000,
  })
  expect(cells()).toEqual([])
})

test('an issue for sale asks where goods grew, unless their lot says so', async () => {
  answer = { body: option }
  const asked = fakeServer(({ path }) =>
    path.endsWith('/inventory-option')
      ? answer
      : path.endsWith('/shipment/batches')
        ? {
            body: [7, 8].map((skuId) => ({
              skuId,
              batches: [
                { id: 3, name: '春菜心', code: 'B3' },
                { id: 4, name: '秋菜心', code: 'B4' },
              ],
            })),
          }
        : { body: path.endsWith('/lots') ? [] : { content: [], totalElements: 0 } },
  )
  const line = { unitName: '千克', units: [], quantity: 1, type: 'produce' }
  const goods = [
    {
      ...line,
      skuId: 7,
      skuIdName: '菜心',
      lotFlag: 0,
      lot: null,
      batchId: 9,
      batchIdName: '远处的',
    },
    { ...line, skuId: 8, skuIdName: '散装菜心', lotFlag: 1, lot: 'b4' },
  ]
  const { unmount } = open('shipment', { begin: { warehouseId: 3, purpose: 'sale', goods } })
  const cell = (at: number) => document.querySelector<HTMLElement>(`[id$="-${at}-batchId"]`)
  await waitFor(() => expect(cell(1)?.textContent).toBe('秋菜心'), { timeout: 30_000 })
  expect(cell(1)!.tagName).toBe('SPAN')
  // What is out of sight stays to be seen, and may be changed.
  const select = cell(0) as HTMLSelectElement
  expect([select.value, [...select.options].map(({ textContent }) => textContent)]).toEqual([
    '9',
    ['–', '远处的', '春菜心 · B3', '秋菜心 · B4'],
  ])
  fireEvent.change(select, { target: { value: '3' } })
  await waitFor(() => expect((cell(0) as HTMLSelectElement).value).toBe('3'))
  expect(
    asked.flatMap(({ path, params }) => (path.endsWith('/batches') ? [params.skuIds] : [])),
  ).toEqual(['7,8'])
  unmount()
  open('shipment', { begin: { warehouseId: 3, purpose: 'use', goods } })
  await waitFor(() => expect(document.querySelector('[data-column="quantity"]')).not.toBeNull(), {
    timeout: 30_000,
  })
  expect(cell(0)).toBeNull()
})
