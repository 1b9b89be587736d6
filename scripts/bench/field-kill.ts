import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killLoop } from './kill-loop.ts'

// npm run bench:kill [-- --rounds 50 --devices 20 --window 10 --ms 3000]
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    devices: { type: 'string', default: '20' },
    window: { type: 'string', default: '10' },
    ms: { type: 'string', default: '3000' },
  },
})
const dataDir = mkdtempSync(join(tmpdir(), 'furrow-kill-'))
try {
  const result = await killLoop({
    dataDir,
    rounds: Number(values.rounds),
    devices: Number(values.devices),
    window: Number(values.window),
    roundMs: Number(values.ms),
    say: console.error,
  })
  console.log(
    `${values.rounds} kills: ${result.acknowledged} acknowledged, ${result.found} found, ${result.lost} lost`,
  )
  process.exitCode = result.lost > 0 ? 1 : 0
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
