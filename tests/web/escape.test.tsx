import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useEscape } from '#src/ui/use-escape.ts'

function Opened({ onClose, isOpen = true }: { onClose: () => void; isOpen?: boolean }) {
  useEscape(onClose, isOpen)
  return <input aria-label="typed" />
}
const press = (target: Element = document.body) => fireEvent.keyDown(target, { key: 'Escape' })

test('wherever the focus is, and no more once it is gone', () => {
  const onClose = vi.fn()
  const { unmount, rerender } = render(<Opened onClose={onClose} />)
  press()
  expect(onClose).toHaveBeenCalledTimes(1)
  rerender(<Opened onClose={onClose} isOpen={false} />)
  press()
  rerender(<Opened onClose={onClose} />)
  press(document.querySelector('input')!)
  expect(onClose).toHaveBeenCalledTimes(2)
  unmount()
  press()
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('of two, what was opened last, alone', () => {
  const [first, last] = [vi.fn(), vi.fn()]
  render(<Opened onClose={first} />)
  const { unmount } = render(<Opened onClose={last} />)
  press()
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1])
  unmount()
  press()
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 1])
})

test('not below a dialog, and not what somebody has answered already', () => {
  const onClose = vi.fn()
  render(<Opened onClose={onClose} />)
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.className = 'ant-modal-wrap'
  press()
  dialog.remove()
  document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
  press()
  expect(onClose).not.toHaveBeenCalled()
  press()
  expect(onClose).toHaveBeenCalledTimes(1)
})
