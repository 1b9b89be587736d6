import { execFile } from 'node:child_process'
import { chown, mkdir, open, readFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canReach, giveTo, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

interface ClusterOptions {
  cluster: string
  account: Account
  binaries: Binaries
  superuser: string
  say: (sentence: string) => void
}

/**
 * Makes the cluster when there is none, and checks that these binaries can open the one that is
 * there.
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster, account, binaries } = options
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (major === undefined) return create(options)
  if (major.trim() !== binaries.major)
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${major.trim()}, and this is version ${binaries.major}: move it over with pg_upgrade, or dump it there and load it here.`,
    )
  await giveTo(account, cluster)
}

/**
 * The cluster gets its name only when it is complete: a first start that was killed midway is
 * simply repeated.
 */
async function create({
  cluster,
  account,
  binaries,
  superuser,
  say,
}: ClusterOptions): Promise<void> {
  const slow = setTimeout(() => say('Making the database for the first start …'), 1_000)
  const half = `${cluster}.new`
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  if (account) await chown(half, account.uid, account.gid)
  const settings = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '300',
  }
  try {
    await run(
      binaries.initdb,
      [
        '-D',
        await clusterPath(half, account),
        '-U',
        superuser,
        '--locale=C',
        '--encoding=UTF8',
        '--data-checksums',
        '--auth-local=trust',
        '--auth-host=reject',
        ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
      ],
      { ...account, cwd: half, env: cleanEnvironment() },
    )
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new Error(`The database could not be made in ${cluster}: ${stderr?.trim() || message}`)
  } finally {
    clearTimeout(slow)
  }
  await removeIfEmpty(cluster)
  await rename(half, cluster)
  const folder = await open(dirname(cluster))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Anything in a folder without PG_VERSION may be somebody's; it is never overwritten. */
async function removeIfEmpty(cluster: string): Promise<void> {
  if (!(await stat(cluster).catch(() => undefined))) return
  if ((await readdir(cluster)).length > 0)
    throw new Error(`${cluster} holds files but no database; move them away first.`)
  await rmdir(cluster)
}

/**
 * Below a folder that the account cannot pass (a checkout in /root), the cluster is still usable as
 * the folder it
 * is started in; every process of PostgreSQL stays there.
 */
export async function clusterPath(cluster: string, account: Account): Promise<string> {
  if (await canReach(cluster, account)) return cluster
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `As root, ${cluster} cannot be used: PostgreSQL runs under another account, which cannot pass through the folders above it.`,
  )
}

/** PGDATA, PGOPTIONS and the like are meant for other servers. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}
