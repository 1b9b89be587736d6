import { Refine } from '@refinedev/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { isResource } from '#src/kit/definition/resource.ts'
import CountPanel from '#src/pages/inventory/stock-document/CountPanel.tsx'
import GoodsEditor from '#src/pages/inventory/stock-document/GoodsEditor.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, type Asked } from './fake-server.ts'
import './dom-matchers.ts'

const urea = { id: 7, name: '尿素', code: 'UREA', barcode: null, lotFlag: 0 }
const spray = { id: 9, name: '吡虫啉', code: 'SPRAY', barcode: null, lotFlag: 1 }
let log: Asked[]
const tones: number[] = []
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  log = fakeServer(({ path, body }) => {
    const keys = path.endsWith('/sku/find') ? (body as { keys: string[] }).keys : []
    return path.endsWith('/sku/find')
      ? { body: [urea, spray].filter(({ code }) => keys.includes(code)) }
      : path.endsWith('/count')
        ? { body: { id: 1, objectVersionNumber: 2, goods: [line(2, spray, 'L1', null)] } }
        : { body: { content: [], totalElements: 0, number: 0, totalPages: 0 } }
  })
  // jsdom has no page to scroll.
  Element.prototype.scrollIntoView = () => undefined
  globalThis.AudioContext = class {
    currentTime = 0
    createOscillator() {
      const frequency = { value: 0 }
      const end = { connect: () => end }
      return {
        frequency,
        connect: () => end,
        start: () => void tones.push(frequency.value),
        stop: () => undefined,
      }
    }
    createGain() {
      return { gain: { value: 0 }, connect: () => undefined }
    }
  } as never
  await startI18n(consoleTexts)
})
beforeEach(() => tones.splice(0))

const resourceOf = (kind: keyof typeof documentScreens) => {
  const found = definitions.find((one) => one.screen.name === documentScreens[kind].name)
  if (!found || !isResource(found)) throw new Error(kind)
  return found
}
const around = (children: React.ReactNode) =>
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        resources={refineResources(definitions)}
        options={{ disableTelemetry: true }}
      >
        {children}
      </Refine>
    </MemoryRouter>,
  )
const scan = async (id: string, code: string) => {
  const box = await waitFor(() => {
    expect(document.getElementById(id)).not.toBeNull()
    return document.getElementById(id)!
  })
  fireEvent.change(box, { target: { value: code } })
  fireEvent.keyDown(box, { key: 'Enter' })
}
const unknown = () =>
  [...document.querySelectorAll('.ant-alert-warning')].map(({ textContent }) => textContent)
const line = (id: number, item: typeof urea, lot: string | null, counted: number | null) => ({
  id,
  skuId: item.id,
  skuIdName: item.name,
  skuCode: item.code,
  unitName: '瓶',
  lot,
  booked: 3,
  counted,
  difference: null,
  moved: null,
  countedBy: null,
  countedAt: null,
})

test('a count keeps every code that is not known, with a tone each, whatever is scanned next', async () => {
  const row = { id: 1, goods: [line(1, urea, null, null)] }
  around(
    <CountPanel resource={resourceOf('inventory_form')} row={row} onChanged={() => undefined} />,
  )
  await scan('count-find', 'NO-1')
  await waitFor(() => expect(unknown()).toEqual(['1 个编码未找到：NO-1']))
  await scan('count-find', 'NO-2')
  await waitFor(() => expect(unknown()).toEqual(['2 个编码未找到：NO-1, NO-2']))
  expect(tones).toEqual([220, 220])
  await scan('count-find', 'UREA')
  await waitFor(() => expect(document.activeElement).toHaveProperty('dataset.line', '1'))
  expect(unknown()).toEqual(['2 个编码未找到：NO-1, NO-2'])
  expect(tones).toHaveLength(2)
})

test('what was found beside the books is counted next: its figure has the focus', async () => {
  function Sheet() {
    const [goods, setGoods] = useState([line(1, urea, null, 3)])
    return (
      <CountPanel
        resource={resourceOf('inventory_form')}
        row={{ id: 1, goods }}
        onChanged={() => setGoods([line(1, urea, null, 3), line(2, spray, 'L1', null)])}
      />
    )
  }
  around(<Sheet />)
  await scan('count-find', 'SPRAY')
  const lot = await waitFor(() => {
    expect(document.querySelector('.ant-modal input')).not.toBeNull()
    return document.querySelector('.ant-modal input')!
  })
  fireEvent.change(lot, { target: { value: 'l1' } })
  fireEvent.keyDown(lot, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(document.activeElement).toHaveProperty('dataset.line', '2'))
  expect(document.querySelector('.ant-modal')).toBeNull()
})

test('what a sheet does not know is kept beside what the scanner did not know', async () => {
  const { entity } = resourceOf('shipment')
  around(
    <GoodsEditor
      id="goods"
      entity={entity}
      name="goods"
      field={entity.fields.goods!}
      value={[]}
      above={undefined}
      invalid={false}
      disabled={false}
      row={undefined}
      describedBy={undefined}
      onChange={() => undefined}
      onBlur={() => undefined}
    />,
  )
  await scan('goods', 'NO-1')
  await waitFor(() => expect(unknown()).toEqual(['1 个编码未找到：NO-1']))
  fireEvent.paste(screen.getByRole('group'), {
    clipboardData: { getData: () => 'UREA\t1\nNO-2\t1\nNO-3\t2\nNO-1\t1\n' },
  })
  await waitFor(() => expect(unknown()).toEqual(['3 个编码未找到：NO-2, NO-3, NO-1']))
  expect(log.some(({ path }) => path.endsWith('/sku/find'))).toBe(true)
})
