import { randomId } from '#src/lib/random.ts'

interface Lease {
  owner: string
  until: number
}
/**
 * Longer than any request may take, shorter than a person's patience with a tab that died holding
 * it.
 */
const leaseMs = 35_000
/** Long enough for another tab's write to be visible here. */
const settleMs = 40
const pollMs = 80
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function read(key: string): Lease | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

async function takeLease(key: string, owner: string): Promise<void> {
  for (;;) {
    const held = read(key)
    if (!held || held.until < Date.now()) {
      localStorage.setItem(
        key,
        JSON.stringify({ owner, until: Date.now() + leaseMs } satisfies Lease),
      )
      // Two tabs may write in the same instant: the later write stands, and only its author goes
      // on.
      await pause(settleMs + Math.random() * settleMs)
      if (read(key)?.owner === owner) return
    }
    await pause(pollMs)
  }
}

/**
 * What was stored reaches other tabs' processes a moment later: the lock is let go when they can
 * see it.
 */
function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const held = async () => {
      await run().then(resolve, reject)
      await pause(settleMs)
    }
    navigator.locks.request(`furrow:${name}`, held).catch(reject)
  })
}

/**
 * Runs one after another over all tabs of the browser. `navigator.locks` exists in secure contexts
 * only;
 * over plain http on a farm's network a lease in local storage does it.
 */
export async function withCrossTabLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (navigator.locks) return withLock(name, run)
  const key = `lease:${name}`
  const owner = randomId()
  await takeLease(key, owner)
  try {
    return await run()
  } finally {
    if (read(key)?.owner === owner) localStorage.removeItem(key)
  }
}
