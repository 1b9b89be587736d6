import { mkdir, rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Installation } from '#server/db/installation.ts'
import type { Stage } from '#server/http/front.ts'
import type { Language } from '#contract/account/self.ts'
import { inEnglish, speakEnglish } from './english.ts'
import { fillDemo } from './index.ts'
import type { Injectable } from './client.ts'
import { askPast } from './past-job.ts'
import { firstTenant } from './people.ts'
import { keepSimulated } from './simulated-farm.ts'

interface Before {
  filesDir: string | null
  show(stage: Stage): void
  say(line: string): void
}

/**
 * Before anything works on the database: waits for another process that fills the demo, and takes
 * away one that was not
 * filled to its end, with its files. `filesDir`: null where uploads are kept elsewhere.
 */
export async function beforeDemo(
  installation: Installation,
  { filesDir, show, say }: Before,
): Promise<void> {
  await installation.enter(() => show({ key: 'start.waiting', share: 0.1 }))
  if ((await installation.demo()) !== 'filling') return
  say('The demo was not filled to its end: it is begun anew.')
  if (filesDir) {
    await rm(filesDir, { recursive: true, force: true })
    await mkdir(filesDir, { recursive: true, mode: 0o700 })
  }
  await installation.empty()
}

interface Fill {
  isDemo: boolean
  language: Language
  hasSimulator: boolean
  dataDir: string
  show(stage: Stage): void
  signal: AbortSignal
}

/**
 * Fills the demo into an empty database and marks it when it is whole; answers whether it did.
 * Stops between two calls when `signal` says so.
 */
export async function fillOnce(
  installation: Installation,
  { http, db }: { http: Injectable; db: Database },
  { isDemo, language, hasSimulator, dataDir, show, signal }: Fill,
): Promise<boolean> {
  try {
    if (!isDemo || (await installation.hasAccounts())) return false
    await installation.set('demo', 'filling')
    const calls: Injectable = {
      inject: async (options) => {
        for (;;) {
          signal.throwIfAborted()
          const answer = await http.inject(options)
          // One who enters a year within a minute is asked to slow down, as anybody is.
          if (answer.statusCode !== 429) return answer
          await setTimeout(500, undefined, { signal })
        }
      },
    }
    const simulated =
      language === 'en-US'
        ? await fillDemo(speakEnglish(calls), db, show, inEnglish)
        : await fillDemo(calls, db, show)
    keepSimulated(dataDir, simulated)
    // Where no device plays, no past is made up either, until one does.
    if (hasSimulator) await askPast(db, firstTenant.admin.loginName, simulated)
    // Nobody but the filler came in so far: its sessions would stand among each person's devices.
    await db.platform((tx) =>
      sql`update session set ended_at = now() where ended_at is null`.execute(tx),
    )
    await installation.set('demo', 'filled')
    return true
  } finally {
    // Killed, its connection goes and the gate with it.
    await installation.leave().catch(() => undefined)
  }
}
