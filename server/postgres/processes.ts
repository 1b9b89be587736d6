import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A text that stays the same for the life of a process and differs for the next one that gets its
 * number;
 * undefined when there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') {
    try {
      const [boot, text] = await Promise.all([
        readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
        readFile(`/proc/${pid}/stat`, 'utf8'),
      ])
      // The program's name may hold blanks and brackets; the fields are counted from behind it.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : `${boot.trim()}/${fields[19]}`
    } catch {
      return undefined
    }
  }
  try {
    return (
      await run('ps', ['-o', 'lstart=', '-p', String(pid)], {
        env: { ...process.env, LC_ALL: 'C' },
      })
    ).stdout.trim()
  } catch {
    return undefined
  }
}

/** True for a process that is gone or waits for a slow parent to take notice. */
export async function hasEnded(pid: number): Promise<boolean> {
  return (await startOf(pid)) === undefined
}

export async function nameOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim()
    return (await run('ps', ['-o', 'comm=', '-p', String(pid)])).stdout.trim().replace(/^.*\//, '')
  } catch {
    return undefined
  }
}

export async function waitUntil(
  done: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 20,
): Promise<boolean> {
  const end = Date.now() + limitMs
  while (!(await done())) {
    if (Date.now() >= end) return false
    await new Promise((resume) => setTimeout(resume, everyMs))
  }
  return true
}
