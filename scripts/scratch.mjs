import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Bytes that must be free in memory for a run's databases to lie there. */
const leastBytes = 4e9

/**
 * Where the databases of tests lie: in memory where the system has a place for that, because a disk
 * that is waited for at every commit takes most of the time of a run.
 * @returns {string}
 */
export function scratchDir() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > leastBytes ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
