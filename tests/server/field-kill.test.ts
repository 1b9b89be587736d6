import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killLoop } from '#scripts/bench/kill-loop.ts'
import { scratchDir } from '#scripts/scratch.mjs'

// `npm run bench:kill` does the same for longer.
test(
  'every acknowledged report is there after kill -9, of the server and of its database',
  { timeout: 150_000 },
  async () => {
    const dataDir = mkdtempSync(join(scratchDir(), 'furrow-field-kill-'))
    try {
      const { acknowledged, found, lost } = await killLoop({
        dataDir,
        rounds: 5,
        devices: 8,
        window: 10,
        roundMs: 700,
      })
      expect([acknowledged > 1000, found >= acknowledged, lost]).toEqual([true, true, 0])
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
