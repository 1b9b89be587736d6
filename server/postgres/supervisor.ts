import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { canReach, postgresAccount, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { cleanEnvironment, clusterPath, ensureCluster } from './cluster.ts'
import { answers, clearStalePid, readPidFile, type PidFile } from './pid-file.ts'
import { hasEnded, waitUntil } from './processes.ts'

interface PostgresOptions {
  dataDir: string
  /** Hears what takes long or went wrong, in one English sentence each. */
  say: (sentence: string) => void
}

export interface Postgres {
  socketDir: string
  port: number
  superuser: string
  /** True when a server that outlived its console was taken over. */
  adopted: boolean
  url(user: string, database: string): string
  stop(): Promise<void>
  /** Tells it to end and waits for nothing. */
  abandon(): void
}

export const superuser = 'postgres'
const port = 5432
const startLimitMs = 600_000
const stopLimitMs = 60_000

interface Place {
  cluster: string
  socketDir: string
  logFile: string
  account: Account
  binaries: Binaries
}

/**
 * Runs the PostgreSQL of a data folder until `stop`. It has a session of its own, so that Ctrl+C
 * reaches the
 * console first and the console can still write while it ends.
 */
export async function startPostgres({ dataDir, say }: PostgresOptions): Promise<Postgres> {
  const place = await prepare(resolve(dataDir), say)
  const { running: found, adopted } = await adoptOrLaunch(place, say)
  let running = found
  let isStopping = false
  let isChecking = false

  // The console's pool reconnects by itself once the database is back.
  const watch = setInterval(() => {
    if (isChecking || isStopping) return
    isChecking = true
    hasEnded(running.pid)
      .then(async (ended) => {
        if (!ended || isStopping) return
        say('PostgreSQL ended unexpectedly; starting it again.')
        running = (await adoptOrLaunch(place, say)).running
      })
      .catch((error: unknown) => say(String(error)))
      .finally(() => void (isChecking = false))
  }, 1_000).unref()

  return {
    socketDir: running.socketDir,
    port: running.port,
    superuser,
    adopted,
    url: (user, database) =>
      `postgres://${encodeURIComponent(user)}@localhost:${running.port}/${encodeURIComponent(database)}?host=${encodeURIComponent(running.socketDir)}`,
    abandon() {
      isStopping = true
      clearInterval(watch)
      process.kill(running.pid, 'SIGINT')
    },
    async stop() {
      if (isStopping) return
      isStopping = true
      clearInterval(watch)
      await waitUntil(() => !isChecking, stopLimitMs)
      await end(running.pid, place.cluster)
      if (dirname(place.socketDir) !== resolve(dataDir))
        await rm(place.socketDir, { recursive: true, force: true })
    },
  }
}

async function prepare(dataDir: string, say: (sentence: string) => void): Promise<Place> {
  const account = postgresAccount()
  // The account below must be able to pass through, not to look around.
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
  const binaries = await findBinaries(dataDir, account)
  const cluster = join(dataDir, 'postgres')
  await ensureCluster({ cluster, account, binaries, superuser, say })
  const socketDir = await makeSocketDir(dataDir, account)
  return { cluster, socketDir, logFile: join(dataDir, 'postgres.log'), account, binaries }
}

/** A socket's path must stay under 108 bytes (104 on macOS) and be reachable for the account. */
async function makeSocketDir(dataDir: string, account: Account): Promise<string> {
  let folder = join(dataDir, 'run')
  if (
    Buffer.byteLength(`${folder}/.s.PGSQL.${port}.lock`) > 100 ||
    !(await canReach(folder, account))
  ) {
    const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
    folder = join(
      process.platform === 'linux' ? '/tmp' : tmpdir(),
      `furrow-${process.getuid?.() ?? 0}-${short}`,
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid } = await stat(folder)
  if (![process.getuid?.(), account?.uid].includes(uid))
    throw new Error(`${folder} belongs to somebody else; remove it first.`)
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

/** Takes over a server that kill -9 left behind. */
async function adopt(
  { cluster }: Place,
  say: (sentence: string) => void,
): Promise<PidFile | undefined> {
  const found = await readPidFile(cluster)
  if (!found) return undefined
  const slow = setTimeout(() => say('Waiting for the PostgreSQL that is still running …'), 1_000)
  try {
    let isOurs = false
    const settled = await waitUntil(async () => {
      isOurs = await answers(cluster, found)
      return isOurs || !(await found.isRunning())
    }, startLimitMs)
    if (!settled)
      throw new Error(
        `PostgreSQL (process ${found.pid}) neither answers nor ends; see postgres.log in the data folder.`,
      )
    if (isOurs) return found
    await clearStalePid(cluster, found)
    return undefined
  } finally {
    clearTimeout(slow)
  }
}

/**
 * A console that was killed while it was starting PostgreSQL leaves one that has not yet written
 * who it is: nothing to
 * take over at the first look, and in the way of a new one a moment later.
 */
async function adoptOrLaunch(
  place: Place,
  say: (sentence: string) => void,
  tries = 3,
): Promise<{ running: PidFile; adopted: boolean }> {
  const adopted = await adopt(place, say)
  if (adopted) return { running: adopted, adopted: true }
  try {
    return { running: await launch(place, say), adopted: false }
  } catch (error) {
    if (tries <= 1 || !/lock file "postmaster.pid" already exists/.test(String(error))) throw error
    return adoptOrLaunch(place, say, tries - 1)
  }
}

async function launch(place: Place, say: (sentence: string) => void): Promise<PidFile> {
  const { cluster, socketDir, account, binaries } = place
  const log = await openLog(place.logFile)
  const logStart = (await log.stat()).size
  let child: ChildProcess
  let ended: string | undefined
  try {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      // A farm's disk: what is written ahead stays below this, rather than at a gigabyte for ever
      // after one busy hour.
      max_wal_size: '192MB',
      min_wal_size: '64MB',
      wal_compression: 'on',
    }
    child = spawn(
      binaries.postgres,
      [
        '-D',
        await clusterPath(cluster, account),
        '-p',
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account,
        cwd: cluster,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        env: cleanEnvironment(),
      },
    )
    child.unref()
    child.on('exit', (code, signal) => void (ended = `exit ${code ?? signal}`))
    child.on('error', (error) => void (ended = error.message))
  } finally {
    await log.close()
  }
  const slow = setTimeout(
    () =>
      say('PostgreSQL is starting; after a power cut it first replays what was not yet in place …'),
    2_000,
  )
  try {
    let pidFile: PidFile | undefined
    const settled = await waitUntil(
      async () => {
        pidFile = await readPidFile(cluster)
        return ended !== undefined || (pidFile?.pid === child.pid && pidFile?.status === 'ready')
      },
      startLimitMs,
      5,
    )
    if (!settled || ended !== undefined || !pidFile) {
      const said = (await readFile(place.logFile)).subarray(logStart).toString('utf8').trim()
      throw new Error(`PostgreSQL did not start (${ended ?? 'too slow'}).\n${said.slice(-2_000)}`)
    }
    return pidFile
  } finally {
    clearTimeout(slow)
  }
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > 10_000_000) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

async function end(pid: number, cluster: string): Promise<void> {
  const found = await readPidFile(cluster)
  if (found?.pid !== pid || !(await found.isRunning())) return
  // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything else is
  // kept.
  process.kill(pid, 'SIGINT')
  if (await waitUntil(() => hasEnded(pid), stopLimitMs, 10)) return
  process.kill(pid, 'SIGQUIT')
  await waitUntil(() => hasEnded(pid), 5_000, 10)
}
