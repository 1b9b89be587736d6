import '@ant-design/v5-patch-for-react-19'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import type { EvaluatedModules } from 'vite/module-runner'
import { afterEach, vi } from 'vitest'

// Packages are loaded once for all files of a worker (loading them took four fifths of the time); what is
// ours is loaded for each file, as if it had the browser to itself.
const { __vitest_worker__: worker, __vitest_mocker__: mocker } = globalThis as unknown as {
  __vitest_worker__: { evaluatedModules: EvaluatedModules }
  __vitest_mocker__: { reset(): void }
}
mocker.reset()
for (const [file, modules] of worker.evaluatedModules.fileToModulesMap)
  if (!/node_modules(?!.*i18next)/.test(file) && file !== import.meta.filename)
    for (const module of modules) worker.evaluatedModules.invalidateModule(module)
onlineManager.setOnline(true)
vi.useRealTimers()
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
document.documentElement.removeAttribute('style')

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
