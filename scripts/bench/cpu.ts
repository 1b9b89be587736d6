import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of a second; Linux has had the same since it is asked at all. */
const ticksPerSecond = Number(
  process.platform === 'linux' ? execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }) : 100,
)

interface Usage {
  parent: number
  seconds: number
}
/**
 * CPU that a process has used, its ended children included, in seconds; null of one that is gone.
 */
function usageOf(pid: string): Usage | null {
  try {
    // Behind the name, which may hold spaces: state, parent, … and from the twelfth on user,
    // system, children's user and system.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return {
      parent: Number(fields[1]),
      seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond,
    }
  } catch {
    return null
  }
}

/** CPU that a process and its children have used, in seconds; 0 where there is no /proc. */
export function cpuOfFamily(pid: number): number {
  if (process.platform !== 'linux') return 0
  const usages = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, ...usageOf(name) }))
  return usages.reduce(
    (sum, { name, parent, seconds = 0 }) =>
      sum + (Number(name) === pid || parent === pid ? seconds : 0),
    0,
  )
}
