import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { device } from '#contract/equipment/device.ts'
import { documents } from '#contract/inventory/document.ts'
import { stockBalance } from '#contract/inventory/stock.ts'
import { NothingThere } from '#src/kit/app/ListState.tsx'
import { chooseBase, chosenBase } from '#src/lib/chosen-base.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

beforeAll(() => startI18n(consoleTexts))
afterEach(() => chooseBase(null))
const drawn = (isFiltered: boolean) =>
  render(<NothingThere entity={device} isFiltered={isFiltered} onClear={() => undefined} />)

test.each([false, true])(
  'an empty list of one base says so and leads to all of them (filtered: %s)',
  async (isFiltered) => {
    chooseBase(3)
    drawn(isFiltered)
    fireEvent.click(await screen.findByRole('button', { name: /看全部基地|all bases/i }))
    expect(chosenBase()).toBeNull()
    expect(screen.queryByRole('button', { name: /看全部基地|all bases/i })).toBeNull()
  },
)

test('what a list opens with is no question: its first rows are led to', async () => {
  render(<NothingThere entity={stockBalance} isFiltered isUsual onClear={() => undefined} />)
  expect(await screen.findByText(/第一张入库单|first receipt/i)).toBeDefined()
  expect(screen.queryByText(/没有符合条件|No records match/i)).toBeNull()
})

test('of several lists of one table each says what its own rows are for', async () => {
  render(
    <NothingThere entity={documents.aplionform} isFiltered={false} onClear={() => undefined} />,
  )
  expect(await screen.findByText(/采购申请写明|purchase request says/i)).toBeDefined()
})
