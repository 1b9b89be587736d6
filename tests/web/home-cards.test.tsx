import { Refine } from '@refinedev/core'
import { render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import WaitingCards from '#src/pages/home/WaitingCards.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer, type Asked } from './fake-server.ts'
import './dom-matchers.ts'

const waiting = {
  id: 7,
  formName: '出库单',
  title: 'CK-1',
  submitName: '吴志远',
  startTime: new Date().toISOString(),
}
const short = {
  id: 3,
  skuIdName: '复合肥',
  lot: 'L1',
  quantity: 4,
  unitName: '袋',
  warehouseIdName: '南仓',
  warning: 'low',
}
let content: { tasks: unknown[]; stock: unknown[] }
let log: Asked[]
const page = (rows: unknown[]) => ({ body: { content: rows, totalElements: rows.length } })
beforeAll(async () => {
  await startI18n(consoleTexts)
})
afterEach(() => localStorage.clear())

let version = 1
function draw(isKeeper: boolean) {
  setScope({ tenantId: 5, permissionVersion: ++version })
  log = fakeServer(({ path, body }) =>
    path.includes('check-resources')
      ? { body: (body as string[]).map((code) => ({ code, approve: isKeeper })) }
      : path.includes('approval-task')
        ? page(content.tasks)
        : path.endsWith('/stock')
          ? page(content.stock)
          : { body: { content: [], totalElements: 0 } },
  )
  render(
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
        <WaitingCards />
      </Refine>
    </MemoryRouter>,
  )
}

test('what waits and what runs short leads to where it is dealt with', async () => {
  content = { tasks: [waiting], stock: [short] }
  draw(true)
  expect(
    await screen.findByRole('link', { name: '出库单 CK-1' }, { timeout: 10_000 }),
  ).toHaveAttribute('href', '/web/farm/approval?id=7')
  expect(await screen.findByRole('link', { name: '复合肥' }, { timeout: 10_000 })).toHaveAttribute(
    'href',
    '/inventory/prment/stock/record/3',
  )
  expect(screen.getByText('L1 · 南仓', { exact: false })).toBeInTheDocument()
  expect(log.find(({ path }) => path.endsWith('/stock'))?.params.warning).toBe(
    'negative,expired,low,expiring',
  )
})

test('nobody who is never asked has a card for it; nobody without the right asks for stock', async () => {
  content = { tasks: [], stock: [] }
  draw(true)
  expect(await screen.findByText('没有短缺或临期的库存')).toBeInTheDocument()
  expect(screen.queryByText(/待我审批/)).toBeNull()
})

test('who may not see stock is not told of it', async () => {
  content = { tasks: [waiting], stock: [short] }
  draw(false)
  expect(await screen.findByText(/待我审批/)).toBeInTheDocument()
  expect(log.some(({ path }) => path.endsWith('/stock'))).toBe(false)
})

test('nor do they ask for what units are called in English', async () => {
  await i18next.changeLanguage('en-US')
  content = { tasks: [waiting], stock: [short] }
  draw(false)
  expect(
    await screen.findByRole('link', { name: '出库单 CK-1' }, { timeout: 10_000 }),
  ).toBeInTheDocument()
  expect(log.some(({ path }) => path.endsWith('/unit'))).toBe(false)
  await i18next.changeLanguage('zh-CN')
})
