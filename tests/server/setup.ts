import type { EvaluatedModules } from 'vite/module-runner'
import { vi } from 'vitest'

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
