import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { documents } from '#contract/inventory/document.ts'
import { DocumentLine } from '#src/pages/home/rows/PaperLines.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

vi.mock('#src/kit/app/use-identity.ts', () => ({ useTimeZone: () => 'Asia/Shanghai' }))
beforeAll(() => startI18n(consoleTexts))

test.each([
  ['aplionform', '采购申请'],
  ['warehousing', '入库单'],
  ['shipment', '出库单'],
  ['transfer', '调拨单'],
  ['inventory_form', '盘点单'],
  ['return', '退货单'],
  ['input_warehousing', '农资入库单'],
  ['input_shipment', '农资出库单'],
] as const)('a document of the kind %s waits on the home page by its name', async (kind, name) => {
  expect(Object.keys(documents)).toContain(kind)
  const document = {
    kind,
    need: 'draft',
    code: 'D1',
    goods: '尿素',
    lines: 1,
    warehouse: '农资仓',
    partner: null,
    arrivalDate: null,
  } as const
  render(
    <MemoryRouter>
      <DocumentLine item={{ kind: 'document', id: 7, at: null, document } as never} />
    </MemoryRouter>,
  )
  expect(await screen.findByText(`${name} D1`)).toBeInTheDocument()
})
