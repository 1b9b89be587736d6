import type { EvaluatedModules } from 'vite/module-runner'
import { afterAll, expect, vi } from 'vitest'
import { mismatches } from '#tests/row-types/check.ts'

// The server's modules are loaded once for all files of a worker (loading them took more than half of
// the time); what stands beside the tests is loaded for each file, or a second one would find the
// first one's server closed.
const { evaluatedModules } = (
  globalThis as unknown as { __vitest_worker__: { evaluatedModules: EvaluatedModules } }
).__vitest_worker__
for (const [file, modules] of evaluatedModules.fileToModulesMap)
  if (file.includes('/tests/server/') && file !== import.meta.filename)
    for (const module of modules) evaluatedModules.invalidateModule(module)
// Clocks that one file has stopped go on in the next.
vi.useRealTimers()
// Last of all: what one file leaves open, the others would have no connection for.
afterAll(async () => {
  const { openApps } = globalThis as { openApps?: Set<() => Promise<void>> }
  for (const end of openApps ?? []) await end()
})
// A statement that answers something else than its type says fails the file in which it was asked.
afterAll(() => {
  const found = [...mismatches]
  mismatches.clear()
  expect(found).toEqual([])
})
