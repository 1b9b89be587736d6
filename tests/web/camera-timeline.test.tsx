import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  lastBeginning,
  lengthOf,
  nearest,
  nextBeginning,
  stretchAt,
  stretchesOf,
} from '#src/features/camera/stretches.ts'
import { Timeline } from '#src/features/camera/Timeline.tsx'

const day = Date.parse('2026-11-20T00:00:00Z')
const minute = (at: number) => day + at * 60_000
const span = (from: number, to: number) => ({
  startsOn: new Date(minute(from)).toISOString(),
  endsOn: new Date(minute(to)).toISOString(),
})
// Recorded here from 1:00 to 2:00; by the card from 1:30 to 3:00 and from 10:00 to 11:00; a clip of the cloud.
const stretches = stretchesOf(
  [span(60, 120)],
  [
    { place: 'card', ...span(90, 180) },
    { place: 'cloud', ...span(170, 190) },
    { place: 'card', ...span(600, 660) },
  ],
)
const kindAt = (at: number) => stretchAt(stretches, minute(at))?.kind ?? null

test('a moment is played from here, else from the card, else from the cloud', () => {
  expect([59, 60, 100, 120, 175, 185, 190].map(kindAt)).toEqual([
    null,
    'server',
    'server',
    'card',
    'card',
    'cloud',
    null,
  ])
})

test('what is recorded twice counts once', () => {
  expect(lengthOf(stretches, ['server'])).toBe(60 * 60_000)
  expect(lengthOf(stretches, ['card', 'cloud'])).toBe((100 + 60) * 60_000)
})

test('from a gap one goes on to the next, and back to the end of the one before', () => {
  expect(nearest(stretches, minute(300), false)).toBe(minute(600))
  expect(nearest(stretches, minute(300), true)).toBe(minute(189))
  expect(nearest(stretches, minute(30), true)).toBe(minute(60))
  expect(nearest(stretches, minute(700), false)).toBeNull()
  expect(nextBeginning(stretches, minute(60))).toBe(minute(90))
  expect(lastBeginning(stretches, minute(60) + 1000)).toBeNull()
  expect(lastBeginning(stretches, minute(61))).toBe(minute(60))
})

const chosen = vi.fn<(moment: Date) => void>()
beforeEach(() => chosen.mockReset())
const show = (at: number | null, isOpen = false) =>
  render(
    <Timeline
      from={new Date(day)}
      stretches={stretches}
      at={at === null ? null : new Date(minute(at))}
      isOpen={isOpen}
      label="day"
      describedBy="legend"
      onChoose={chosen}
    />,
  )
const press = (key: string, shiftKey = false) => {
  chosen.mockReset()
  fireEvent.keyDown(screen.getByRole('slider'), { key, shiftKey })
  const [moment] = chosen.mock.calls[0] ?? []
  return moment ? (moment.getTime() - day) / 60_000 : null
}

test('keys go by minutes, hours and stretches', () => {
  show(100)
  expect([press('ArrowRight'), press('ArrowLeft'), press('PageUp')]).toEqual([101, 99, 160])
  expect([press('ArrowRight', true), press('ArrowLeft', true)]).toEqual([170, 90])
  expect([press('Home'), press('End'), press('PageDown'), press('x')]).toEqual([60, 600, 60, null])
})

test('where nothing is known, what nothing is drawn of is asked for; where it is, it is gone over', () => {
  const { unmount } = show(60)
  fireEvent.pointerDown(screen.getByRole('slider'), { clientX: 0 })
  unmount()
  show(660, true)
  expect(press('ArrowRight')).toBe(661)
  expect(press('ArrowLeft')).toBe(659)
})
