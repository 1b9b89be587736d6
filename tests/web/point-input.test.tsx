import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Position } from '#contract/field.ts'
import { area } from '#contract/farm/area.ts'
import { PointInput } from '#src/kit/fields/place/point-input.tsx'
import { startI18n } from '#src/providers/i18n.ts'

interface Shown {
  at: Position | null
  base: number | null
  isLocked: boolean
  onPick: (at: Position) => void
}
const shown: Shown[] = []
vi.mock('#src/kit/map/input/PointMap.tsx', () => ({
  default: (props: Shown) => {
    shown.push(props)
    return (
      <button
        type="button"
        aria-label="there"
        onClick={() => props.onPick([113.3456789, 22.9612345])}
      />
    )
  },
}))
beforeAll(() => startI18n(['kit']))
beforeEach(() => {
  shown.length = 0
})

function Field({ first = '', disabled = false }) {
  const [value, setValue] = useState<unknown>(first)
  return (
    <PointInput
      id="place"
      entity={area}
      name="latlng"
      field={area.fields.latlng}
      value={value}
      disabled={disabled}
      row={{ id: 1, areaId: 7 } as never}
      onChange={setValue}
    />
  )
}
const typed = () => screen.getByRole<HTMLInputElement>('textbox').value
const openMap = async () => {
  fireEvent.click(screen.getByRole('button', { name: '在地图上选' }))
  await waitFor(() => expect(shown.length).toBeGreaterThan(0))
}

test('what is chosen on the map is written to a tenth of a meter, what is typed is shown there', async () => {
  render(<Field first="22.9,113.3" />)
  expect(shown).toEqual([])
  await openMap()
  expect(shown.at(-1)).toMatchObject({ at: [113.3, 22.9], base: 7, isLocked: false })
  fireEvent.click(await screen.findByRole('button', { name: 'there' }))
  expect(typed()).toBe('22.961235,113.345679')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '23.1，113.2' } })
  expect(typed()).toBe('23.1,113.2')
  expect(shown.at(-1)?.at).toEqual([113.2, 23.1])
  // Half a place is none.
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '23.1,' } })
  expect(shown.at(-1)?.at).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '在地图上选' }))
  expect(screen.queryByRole('figure')).toBeNull()
})
test('a field that may not be changed can be looked at', async () => {
  render(<Field first="22.9,113.3" disabled />)
  await openMap()
  expect(shown.at(-1)?.isLocked).toBe(true)
})
