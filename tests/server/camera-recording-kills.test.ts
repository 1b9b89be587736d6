import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { recordedCameras, recordingKills } from '#scripts/bench/recording-loop.ts'
import { scratchDir } from '#scripts/scratch.mjs'
import { appUrl } from '#server/db/migrate.ts'
import { newTenant, startApp } from './harness.ts'

const work = mkdtempSync(join(scratchDir(), 'furrow-recording-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const app = await startApp()
afterAll(() => app.end())
const mine = await newTenant(app)

// The day of four cameras with twenty kills: npm run bench:recording.
test(
  'an hour of recording, killed three times in the middle, loses nothing that was whole',
  { timeout: 120_000 },
  async () => {
    const cameras = await recordedCameras(mine.admin)
    // Its own recorder leaves them alone.
    await app.rest()
    const moments = [0.2, 0.5, 0.1, 0.9, 0.7, 0.35, 0.6]
    let at = 0
    const found = await recordingKills(
      { db: app.db, url: appUrl(app.owner), tenant: mine.id, cameras, work },
      { hours: 1, kills: 3, random: () => moments[at++ % moments.length]! },
    )
    expect(found).toMatchObject({ kills: 3, lost: 0, overdue: 0, astray: 0, broken: 0 })
    expect(found.pieces).toBeGreaterThan(2350)
    // Half of one camera's hour is more than a day ago, and another has room for 250 pieces.
    expect(found.removed).toBeGreaterThan(600)
    expect(found.kept).toBeGreaterThan(1700)
  },
)
