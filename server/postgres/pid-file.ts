import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hasEnded, isAlive, nameOf, waitUntil } from './processes.ts'

/** What a running PostgreSQL writes into postmaster.pid of its cluster. */
export interface PidFile {
  pid: number
  socketDir: string
  port: number
  status: string
  sharedMemory: string | undefined
  text: string
  /** False when the number is free again or has gone to another program. */
  isRunning(): Promise<boolean>
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return {
    pid,
    port: Number(lines[3]),
    socketDir: lines[4] ?? '',
    sharedMemory: lines[6]?.split(/\s+/)[1],
    status: lines[7] ?? '',
    text,
    isRunning: async () => !(await hasEnded(pid)) && (await nameOf(pid)) === 'postgres',
  }
}

/**
 * Whether the server of this cluster, and no other, takes connections at the place it wrote down.
 */
export async function answers(cluster: string, found: PidFile): Promise<boolean> {
  if (!found.socketDir.startsWith('/') || !found.port) return false
  const client = new pg.Client({
    host: found.socketDir,
    port: found.port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ text: string }>(
      `select pg_read_file('postmaster.pid') as text`,
    )
    return (
      rows[0]?.text.split('\n')[0] === found.text.split('\n')[0] &&
      (await readPidFile(cluster))?.pid === found.pid
    )
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * PostgreSQL replaces a stale file itself, unless the number in it now belongs to another program.
 * The file is also
 * its guard against backends that outlived their parent, so it goes only when nobody holds the
 * shared memory.
 */
export async function clearStalePid(cluster: string, found: PidFile): Promise<void> {
  // Not `hasEnded`: to PostgreSQL a dead process that nobody has buried yet is still alive.
  if (!isAlive(found.pid)) return
  const isFree = await waitUntil(
    async () => (await attached(found.sharedMemory)) === 0,
    30_000,
    200,
  )
  if (!isFree)
    throw new Error(`Processes of an earlier PostgreSQL still hold ${cluster}; end them first.`)
  if (found.socketDir.startsWith('/'))
    await rm(join(found.socketDir, `.s.PGSQL.${found.port}.lock`), { force: true })
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

async function attached(sharedMemory: string | undefined): Promise<number> {
  if (!sharedMemory) return 0
  const table = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '')
  for (const line of table.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/)
    if (fields[1] === sharedMemory) return Number(fields[6])
  }
  return 0
}
