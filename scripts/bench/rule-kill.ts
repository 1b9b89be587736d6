import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ruleKillLoop } from './rule-kill-loop.ts'

// npm run bench:rule-kill [-- --rounds 30 --valves 4]
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, valves: { type: 'string', default: '4' } },
})
const dataDir = mkdtempSync(join(tmpdir(), 'furrow-rule-kill-'))
try {
  const { ends, ...result } = await ruleKillLoop({
    dataDir,
    rounds: Number(values.rounds),
    valves: Number(values.valves),
    say: console.error,
  })
  console.log(`${values.rounds} kills:`, result, ends)
  process.exitCode = result.lost + result.twice + result.untrue + result.open > 0 ? 1 : 0
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
