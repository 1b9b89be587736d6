import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { row, type Database } from '#server/db/database.ts'
import { enqueue, type JobQueue } from '#server/jobs/queue.ts'
import { reckonStages } from '#server/modules/planting/engine/reckon-stages.ts'
import { remember } from './alarms.ts'
import { calculatePast } from './calculations.ts'
import type { PastScript } from './past-main.ts'
import type { Simulated } from './simulated-farm.ts'

const kind = 'demo-history'
const toldEveryMs = 500

/**
 * Asks for the demo's past year; the job stands among those of its administrator. `isAgain`: only
 * where it was not written to its end.
 */
export async function askPast(
  db: Database,
  login: string,
  { tenantId }: Simulated,
  isAgain = false,
): Promise<void> {
  const account = await db.platform((tx) =>
    row<{ id: number }>(tx, sql`select id from account where login_name = ${login}`),
  )
  if (!account || tenantId === 0) return
  await db.write(tenantId, async (tx) => {
    const isWanted =
      !isAgain ||
      (await row(
        tx,
        sql`select 1 from job where kind = ${kind} having count(*) = 0 or bool_and(state = 'failed')`,
      ))
    if (isWanted) await enqueue(tx, account.id, kind, {})
  })
}

/**
 * Writes the past year of the demo's devices in a process of its own, and then what the alarm rules
 * and the stages of crops make of its last days; calculated values follow by themselves.
 */
export function servePast(
  jobs: JobQueue,
  db: Database,
  databaseUrl: string,
  kept: Simulated | null,
): void {
  jobs.on(
    kind,
    () => null,
    async ({ tenant, progress, finish }) => {
      if (!kept || kept.tenantId !== tenant) throw new Error('this is not the demo’s tenant')
      await writePast({ databaseUrl, tenant, devices: kept.devices, until: kept.until }, progress)
      await db.write(tenant, async (tx) => {
        await remember(tx)
        await calculatePast(tx, kept.until)
        await finish(tx, {})
      })
      await reckonStages(db, tenant)
      return {}
    },
  )
}

/** Ends early, with what `progress` throws, once the job was stopped. */
async function writePast(
  script: PastScript,
  progress: (percent: number) => Promise<void>,
): Promise<void> {
  const [loader, entry] = import.meta.env
    ? [[], './demo-past.js']
    : [['--import', 'tsx'], './past-main.ts']
  const child = spawn(
    process.execPath,
    [...loader, fileURLToPath(new URL(entry, import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(script)}\n`)
  try {
    let told = 0
    for await (const line of createInterface({ input: child.stdout })) {
      if (performance.now() - told < toldEveryMs) continue
      told = performance.now()
      await progress(Math.min(99, Number(line)))
    }
  } finally {
    child.stdin.end()
  }
  const status = await ended
  if (status !== 0) throw new Error(`the past was not written to its end (${status})`)
}
