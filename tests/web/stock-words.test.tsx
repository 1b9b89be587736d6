import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { InputNumber } from 'antd'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Entity } from '#contract/entity.ts'
import { auditStatus, fulfilment, purposes } from '#contract/inventory/document-kinds.ts'
import { inputShipment, shipment, transfer, warehousing } from '#contract/inventory/document.ts'
import { reportWord, type StockReport } from '#contract/inventory/report-calls.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { fieldLabel, optionLabel, untypedT } from '#src/kit/definition/label.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { decimalFace } from '#src/kit/fields/number/number.tsx'
import FlowInput from '#src/pages/approval/approval-process/FlowInput.tsx'
import { chartOf } from '#src/pages/inventory/stock/chart-of.ts'
import { ProgressCell, TotalCell } from '#src/pages/inventory/stock-document/DocumentCells.tsx'
import { Questions } from '#src/pages/inventory/stock-document/Questions.tsx'
import { ValueCell, WarningCell } from '#src/pages/inventory/stock/StockCells.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { approvalProcess } from '#contract/approval/process.ts'
import { documentLists } from '#src/resources/inventory/documents.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { columnTitle } from '#server/i18n/labels.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(() => ({ body: { content: [] } }))
  await startI18n(consoleTexts)
  await i18next.loadNamespaces(['inventory', 'approval', 'common'])
})
const t = (key: string, options?: Record<string, unknown>) => untypedT(i18next.t)(key, options)

test('what was posted is out; what goes to another warehouse is so when it arrives', () => {
  const state = (
    entity: typeof shipment | typeof inputShipment,
    purpose: string,
    execStatus: number,
  ) => {
    const { container, unmount } = render(
      <ProgressCell
        entity={entity}
        row={{ id: 1, auditStatus: auditStatus.approved, purpose, execStatus, closedFlag: 0 }}
      />,
    )
    const text = container.textContent
    unmount()
    return text
  }
  expect([
    state(shipment, purposes.sale, fulfilment.complete),
    state(inputShipment, purposes.use, fulfilment.complete),
    state(shipment, purposes.transfer, fulfilment.none),
    state(shipment, purposes.transfer, fulfilment.complete),
  ]).toEqual([
    '已出库',
    '已出库',
    t('inventory:document.arrival.none'),
    t('inventory:document.arrival.complete'),
  ])
})

test('what nobody priced comes to nothing known, not to 0.00', () => {
  const said = (Cell: typeof TotalCell, entity: Entity, name: string, row: object) => {
    const props = { entity, name, field: entity.fields[name] } as unknown as CellProps
    const { container, unmount } = render(<Cell {...props} row={{ id: 1, ...row }} />)
    const text = container.textContent
    unmount()
    return text
  }
  const cost = (costTotal: number) => said(TotalCell, shipment, 'costTotal', { costTotal })
  const total = (sum: number) => said(TotalCell, warehousing, 'total', { total: sum })
  const worth = (row: object) => said(ValueCell, stockBalance, 'value', row)
  expect([total(0), total(1620), cost(0), cost(4.5)]).toEqual(['–', '1,620.00 元', '–', '4.50 元'])
  expect([
    worth({ quantity: -2, average: null, value: 0 }),
    worth({ quantity: 2, average: 0, value: 0 }),
    worth({ quantity: 0, average: null, value: 0 }),
  ]).toEqual(['–', '0.00 元', '0.00 元'])
})

test('filters and files of shipments call nothing open that is on its way, and every list of what is carried out can be filtered by it', () => {
  expect(
    Object.keys(shipment.fields.execStatus!.codes!).map((name) =>
      optionLabel(t, shipment, 'execStatus', name),
    ),
  ).toEqual(['未出库或未到货', '部分到货', '已出库或已到货'])
  for (const { entity, list } of documentLists)
    if (list.columns.includes('execStatus')) {
      expect([entity.name, list.filters]).toEqual([
        entity.name,
        expect.arrayContaining(['execStatus']),
      ])
      if ('purpose' in entity.fields) expect(list.filters).toContain('purpose')
    }
})

test('what expires and is too little says both', () => {
  const row = { id: 1, warning: 'expiring', alsoWarning: 'low', minimum: 20, maximum: 90 }
  const said = (more: object) =>
    [
      ...render(
        <WarningCell
          {...({ entity: stockBalance, row: { ...row, ...more } } as unknown as CellProps)}
        />,
      ).container.querySelectorAll('.status-tag'),
    ].map(({ textContent }) => textContent)
  expect(said({})).toEqual(['临近过期', '低于下限 20'])
  expect(said({ alsoWarning: null })).toEqual(['临近过期'])
})

test('what a blind count found and a harvest of no plot are asked about line by line', () => {
  const { container } = render(
    <Questions
      asked={[
        {
          code: 'differences',
          lines: [{ name: '尿素', lot: 'A', date: null, counted: 9, booked: 10 }],
        },
        { code: 'plot', lines: [{ name: '药', lot: null, date: '2026-03-04', land: '东一' }] },
      ]}
    />,
  )
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '尿素 · A：实盘 9，账面 10',
    '东一：药，最早可采收日 2026-03-04',
  ])
})

test('the warehouse of a transfer is the one that goods leave, on the screen and in files', () => {
  expect([
    fieldLabel(t, transfer, 'warehouseId'),
    columnTitle(transfer, 'warehouseId', 'zh-CN'),
    columnTitle(transfer, 'warehouseId', 'en-US'),
    fieldLabel(t, shipment, 'warehouseId'),
  ]).toEqual(['调出仓库', '调出仓库', 'From warehouse', '仓库'])
})

test('prices have the decimals of amounts, and finer ones where they are finer', () => {
  const { Cell } = decimalFace
  const price = shipment.fields.goods!.columns!
  const text = (name: 'price' | 'unitCost' | 'quantity', value: number) => {
    const { container, unmount } = render(
      <Cell entity={shipment} name={name} field={price[name]!} row={{ id: 1, [name]: value }} />,
    )
    const said = container.textContent
    unmount()
    return said
  }
  expect([
    text('price', 118),
    text('price', 2.5),
    text('price', 2.5003),
    text('unitCost', 1200.5),
    text('quantity', 3),
  ]).toEqual(['118.00 元', '2.50 元', '2.5003 元', '1,200.50 元', '3'])
})

test('what went for a purpose is called gone out in its report, what lies there is called left', () => {
  const word = (report: StockReport, name: string) =>
    t(`inventory:report.columns.${reportWord(report, name)}`)
  expect([word('usage', 'quantity'), word('usage', 'value'), word('ageing', 'value')]).toEqual([
    '发出数量',
    '发出金额',
    '结存金额',
  ])
})

test('the scale of a chart is grouped as every figure is', () => {
  const { axis } = chartOf({
    report: 'ageing',
    totals: { days30: 1_234_567 },
    rows: [],
    t,
    language: 'zh-CN',
    title: '',
    appearance: 'light',
  })
  expect([0, 500_000, 1_250_000, 0.25].map(axis.y.labelFormatter)).toEqual([
    '0',
    '500,000',
    '1,250,000',
    '0.25',
  ])
})

test('a flow without anybody who approves says so in words where it is drawn', async () => {
  const { container } = render(
    <QueryClientProvider client={queries}>
      <FlowInput
        id="nodes"
        entity={approvalProcess}
        name="nodes"
        field={approvalProcess.fields.nodes}
        row={undefined}
        value={[]}
        above="shipment"
        invalid={false}
        describedBy={undefined}
        disabled={false}
        onChange={() => undefined}
        onBlur={() => undefined}
      />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(container.textContent).toContain('至少需要一个审批节点'))
})

test('a number box has nothing that is called in English, and counts with the arrow keys', () => {
  const named = (element: React.ReactElement) =>
    render(element).container.querySelectorAll('[aria-label="Increase Value"]').length
  expect([named(<InputNumber />), named(<NumberBox />)]).toEqual([1, 0])
})
