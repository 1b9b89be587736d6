import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { dump } from './db/dump/dump.ts'
import { inspectDump, load } from './db/dump/load.ts'
import type { Bytes } from './db/dump/catalogue.ts'
import { Installation } from './db/installation.ts'
import { backup } from './postgres/backup.ts'
import { NoBinaries } from './postgres/binaries.ts'
import { restore } from './postgres/restore.ts'
import { startPostgres, type Postgres } from './postgres/supervisor.ts'

export interface Backups {
  folder: string
  everyHours: number
  keep: number
  ownerUrl: string
  dataDir: string
  version: string
  /** The embedded database; null: somebody else's, of which a dump is taken. */
  postgres: Postgres | null
  store: Bytes
  say(line: string): void
}
/** What is known of the last one; `/metrics` says how old it is. */
export interface LastBackup {
  at: string
  file: string
  bytes: number
  tenants: number
}

const name = /^furrow-\d{8}T\d{6}Z\.(tar\.gz|dump)$/
const lookMs = 60_000
const hourMs = 3_600_000

/** Reads a copy back as the next start would: its own database is started on it and asked. */
const prove = (file: string, scratch: string): Promise<number> =>
  onItsOwn(
    scratch,
    () => restore({ file, dataDir: scratch }),
    () => Promise.resolve(),
  )
/** Uploads were compared with their sums; they need not lie twice on this disk. */
const nowhere: Bytes = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}
/**
 * The same of a dump: it is loaded into an embedded database of its own. Where none can be run
 * (Alpine) its sums and counts have to do.
 */
async function proveDump(file: string, scratch: string): Promise<number> {
  try {
    return await onItsOwn(
      scratch,
      () => Promise.resolve(),
      (ownerUrl) => load({ ownerUrl, store: nowhere, file, scratch }).then(() => undefined),
    )
  } catch (error) {
    if (!(error instanceof NoBinaries)) throw error
    return (await inspectDump(file)).parts.find(({ table }) => table === 'tenant')?.count ?? 0
  }
}

/** Starts a database in a folder of its own and reads all of it. Answers how many tenants it knows. */
async function onItsOwn(
  scratch: string,
  prepare: () => Promise<unknown>,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<number> {
  await rm(scratch, { recursive: true, force: true })
  try {
    await prepare()
    const postgres = await startPostgres({ dataDir: scratch, say: () => undefined })
    const ownerUrl = postgres.url(postgres.superuser, 'postgres')
    const client = new pg.Client({ connectionString: ownerUrl })
    client.on('error', () => undefined)
    try {
      await fill(ownerUrl)
      await client.connect()
      // Every page of every table is read, and its checksum with it.
      const { rows: tables } = await client.query<{ name: string }>(
        "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm')",
      )
      for (const table of tables) await client.query(`select count(*) from public.${table.name}`)
      return Number(
        (await client.query<{ n: string }>('select count(*) as n from tenant')).rows[0]!.n,
      )
    } finally {
      await client.end().catch(() => undefined)
      await postgres.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Takes one backup, proves it, and lets the oldest go. Errors: throws; what could not be proven is
 * not kept.
 */
export async function takeBackup(
  { folder, keep, ownerUrl, dataDir, version, postgres, store }: Backups,
  now = new Date(),
): Promise<LastBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const file = join(folder, `furrow-${stamp}.${postgres ? 'tar.gz' : 'dump'}`)
  let tenants: number
  try {
    if (postgres) {
      await backup({
        socketDir: postgres.socketDir,
        port: postgres.port,
        superuser: postgres.superuser,
        dataDir,
        file,
      })
      tenants = await prove(file, join(folder, '.proof'))
    } else {
      await dump({ ownerUrl, store, file, version })
      tenants = await proveDump(file, join(folder, '.proof'))
    }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  const kept = (await readdir(folder)).filter((one) => name.test(one)).sort()
  for (const old of kept.slice(0, Math.max(0, kept.length - keep)))
    await rm(join(folder, old), { force: true })
  return { at: now.toISOString(), file, bytes: (await stat(file)).size, tenants }
}

/** Backups by schedule, one process at a time, until told to stop. */
export function scheduleBackups(settings: Backups): () => Promise<void> {
  let isOver = false
  let working: Promise<void> = Promise.resolve()
  const look = async () => {
    const installation = await Installation.open(settings.ownerUrl)
    try {
      const due = async () => {
        const last = await installation.get<LastBackup>('backup')
        return !last || Date.now() - Date.parse(last.at) >= settings.everyHours * hourMs
      }
      if (!(await due())) return
      await installation.alone('furrow backup', async () => {
        // Another process may have taken it while we were asking.
        if (await due()) await installation.set('backup', await takeBackup(settings))
      })
    } finally {
      await installation.close()
    }
  }
  const tick = () => {
    working = working.then(async () => {
      if (!isOver)
        await look().catch((error: unknown) =>
          settings.say(`The backup by schedule failed: ${(error as Error).message}`),
        )
    })
  }
  const timer = setInterval(tick, lookMs).unref()
  tick()
  return async () => {
    isOver = true
    clearInterval(timer)
    await working
  }
}
