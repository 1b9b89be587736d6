import { expect, test, vi } from 'vitest'
import { onOpenNotice, openNotice } from '#src/lib/open-notice.ts'

const notice = { id: 1, title: '断水通知' }

test('a press on an announcement is not lost where the head is not there yet, nor kept for long', () => {
  vi.useFakeTimers()
  try {
    const heard = vi.fn()
    openNotice(notice)
    const leave = onOpenNotice(heard)
    expect(heard.mock.calls).toEqual([[notice]])
    leave()
    onOpenNotice(heard)()
    expect(heard).toHaveBeenCalledOnce()

    openNotice(notice)
    vi.advanceTimersByTime(11_000)
    const next = onOpenNotice(heard)
    expect(heard).toHaveBeenCalledOnce()
    openNotice(notice)
    expect(heard).toHaveBeenCalledTimes(2)
    next()
  } finally {
    vi.useRealTimers()
  }
})
