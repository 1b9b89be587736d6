import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleKillLoop } from '#scripts/bench/rule-kill-loop.ts'
import { scratchDir } from '#scripts/scratch.mjs'

// `npm run bench:rule-kill` does the same for longer.
test(
  'a rule that was set off runs once and says truly how it ended, through kill -9 of the server and of its database',
  { timeout: 200_000 },
  async () => {
    const dataDir = mkdtempSync(join(scratchDir(), 'furrow-rule-kill-'))
    try {
      const { accepted, lost, twice, untrue, open, ends } = await ruleKillLoop({
        dataDir,
        rounds: 4,
        valves: 3,
      })
      expect({ lost, twice, untrue, open }).toEqual({ lost: 0, twice: 0, untrue: 0, open: 0 })
      expect(accepted).toBeGreaterThan(0)
      // What the first step set in motion before the server was killed, it went on with afterwards.
      expect(ends.done ?? 0).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
