import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { HeadWord } from '#src/kit/definition/Term.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

beforeAll(() => startI18n(consoleTexts))

test('an explanation stays after a touch, which leaves at once, until it is left or put away', async () => {
  vi.useFakeTimers()
  try {
    render(<HeadWord term="lot">批次</HeadWord>)
    const mark = screen.getByRole('button')
    const isOpen = () => mark.className.includes('ant-tooltip-open')
    const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000))
    const touch = () => {
      fireEvent.mouseEnter(mark)
      act(() => mark.focus())
      fireEvent.mouseLeave(mark)
      return pass()
    }
    await touch()
    expect(isOpen()).toBe(true)
    fireEvent.keyDown(mark, { key: 'Escape' })
    await pass()
    expect(isOpen()).toBe(false)
    act(() => mark.blur())
    await pass()
    await touch()
    expect(isOpen()).toBe(true)
    act(() => mark.blur())
    await pass()
    expect(isOpen()).toBe(false)
    // One that was only pointed at goes with the pointer.
    fireEvent.mouseEnter(mark)
    await pass()
    expect(isOpen()).toBe(true)
    fireEvent.mouseLeave(mark)
    await pass()
    expect(isOpen()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
