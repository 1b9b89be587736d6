import '@ant-design/v5-patch-for-react-19'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Working out what is hidden from its styles takes most of the time of a query; screens under test
// hide nothing.
// What waits does so for a busy machine, too.
configure({ defaultHidden: true, asyncUtilTimeout: 10_000 })
afterEach(cleanup)

// jsdom lays nothing out, so it has neither of these; every screen is as wide as a desktop's.
window.matchMedia ??= (media) => ({
  matches: /min-width/.test(media),
  media,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})
window.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
