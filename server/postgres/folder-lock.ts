import { randomUUID } from 'node:crypto'
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startOf } from './processes.ts'

/** Somebody else runs on the same data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'data-folder-in-use'
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is already in use by process ${pid}: stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

interface FolderLock {
  release(): void
}

interface Holder {
  pid: number
  start: string
  space: string
  token: string
}

const beatMs = 5_000
const silentMs = 15_000

/**
 * One start per data folder. A lock left behind by kill -9 or a power cut is recognised and
 * replaced.
 */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  const isRoot = process.getuid?.() === 0
  await mkdir(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  // One that was there before may be open to everybody. Root's database account must be able to
  // pass, not to look around.
  await chmod(dataDir, isRoot ? 0o711 : 0o700).catch(() => undefined)
  const path = join(dataDir, 'lock')
  const mine: Holder = {
    pid: process.pid,
    start: (await startOf(process.pid)) ?? '',
    space: pidSpace(),
    token: randomUUID(),
  }
  const text = JSON.stringify(mine)

  while (!tryCreate(path, text, mine.token)) {
    const found = read(path)
    if (found === undefined) continue
    const holder = parse(found)
    if (holder && (await holds(path, holder))) throw new DataFolderInUse(dataDir, holder.pid)
    replace(path, found, mine.token)
  }
  // Two starts that both found the same stale lock: only one of them is in the file now.
  await new Promise((resume) => setTimeout(resume, 10))
  if (read(path) !== text) throw new DataFolderInUse(dataDir, parse(read(path) ?? '')?.pid ?? 0)

  const beat = setInterval(() => touch(path), beatMs).unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    if (read(path) === text) rmSync(path, { force: true })
  }
  process.on('exit', release)
  return { release }
}

/** The process that holds the folder, if one does. */
export async function holderOf(dataDir: string): Promise<number | undefined> {
  const path = join(dataDir, 'lock')
  const holder = parse(read(path) ?? '')
  return holder && (await holds(path, holder)) ? holder.pid : undefined
}

async function holds(path: string, holder: Holder): Promise<boolean> {
  if (holder.space === pidSpace()) return (await startOf(holder.pid)) === holder.start
  // Written in another container, whose process numbers mean nothing here: see whether it still
  // gives a sign.
  const before = modified(path)
  if (Date.now() - before > silentMs) return false
  const end = Date.now() + silentMs
  while (Date.now() < end) {
    await new Promise((resume) => setTimeout(resume, 250))
    if (modified(path) !== before) return true
  }
  return false
}

/** The file appears with its content or not at all. */
function tryCreate(path: string, text: string, token: string): boolean {
  const draft = `${path}.${token}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(path: string, stale: string, token: string): void {
  const aside = `${path}.${token}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  // Somebody was faster, and what was moved away is their good lock.
  if (read(aside) !== stale) {
    try {
      linkSync(aside, path)
    } catch {
      // A third start is in; the second notices when it reads the file again.
    }
  }
  rmSync(aside, { force: true })
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function modified(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The folder was removed under us; there is nothing left to guard.
  }
}

function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
