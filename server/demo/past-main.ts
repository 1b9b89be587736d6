import { setPriority } from 'node:os'
import { openDatabase } from '#server/db/database.ts'
import type { DemoDevice } from './devices.ts'
import { stretchesOf, writeStretch } from './past.ts'

/**
 * What is asked of this process, as one line of its input: when the input ends, so does this.
 * `until` in ms.
 */
export interface PastScript {
  databaseUrl: string
  tenant: number
  devices: readonly DemoDevice[]
  until: number
}

/** People use the console meanwhile. */
const patience = 10
/** While PostgreSQL writes one stretch the next is worked out. */
const lanes = 2

async function write({ databaseUrl, tenant, devices, until }: PastScript): Promise<void> {
  const db = openDatabase(databaseUrl, { max: lanes })
  const waiting = stretchesOf(devices, until)
  const count = waiting.length
  const work = async () => {
    for (let stretch = waiting.shift(); stretch; stretch = waiting.shift()) {
      await writeStretch(db, tenant, stretch)
      process.stdout.write(`${100 * (1 - waiting.length / count)}\n`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  await db.close()
  process.exit(0)
}

setPriority(patience)
let line = ''
let isWriting = false
process.stdin.setEncoding('utf8')
process.stdin.on('data', (part: string) => {
  line += part
  if (isWriting || !line.includes('\n')) return
  isWriting = true
  void write(JSON.parse(line) as PastScript).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
process.stdin.on('end', () => process.exit(1))
