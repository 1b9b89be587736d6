import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HoldButton } from '#src/features/command/HoldButton.tsx'

const held = vi.fn()
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = () => screen.getByRole('button', { name: 'Unroll' })
beforeEach(() => {
  vi.useFakeTimers()
  held.mockReset()
  render(
    <HoldButton ms={1500} describedBy="note" onHeld={held}>
      Unroll
    </HoldButton>,
  )
})
afterEach(() => vi.useRealTimers())

it('does nothing at a click, and once what it says after it was held', () => {
  fireEvent.pointerDown(button(), { button: 0 })
  pass(1400)
  fireEvent.pointerUp(button())
  fireEvent.click(button())
  pass(5000)
  expect(held).not.toHaveBeenCalled()
  fireEvent.pointerDown(button(), { button: 0 })
  pass(1500)
  fireEvent.pointerUp(button())
  pass(5000)
  expect(held).toHaveBeenCalledOnce()
})
it('lets go of a finger that slides away, and of the other button', () => {
  fireEvent.pointerDown(button(), { button: 2 })
  pass(2000)
  fireEvent.pointerDown(button(), { button: 0 })
  pass(1000)
  fireEvent.pointerLeave(button())
  pass(2000)
  expect(held).not.toHaveBeenCalled()
})
it('is held by the keyboard too, but not by the press that opened it', () => {
  fireEvent.keyDown(button(), { key: 'Enter', repeat: true })
  pass(2000)
  expect(held).not.toHaveBeenCalled()
  fireEvent.keyUp(button(), { key: 'Enter' })
  fireEvent.keyDown(button(), { key: ' ' })
  pass(700)
  fireEvent.keyDown(button(), { key: ' ', repeat: true })
  pass(800)
  expect(held).toHaveBeenCalledOnce()
})
