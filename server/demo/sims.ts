import type { Client } from './client.ts'

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const monthBefore = (count: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1))
    .toISOString()
    .slice(0, 7)
}

/**
 * Cards of the demo's devices, and a few in the drawer: iccid, state, MB of the plan and used, days
 * to its end.
 */
const cards = [
  ['89860622190033481204', 'activated', 500, 212.4, 220],
  ['89860622190033481212', 'activated', 500, 431.8, 214],
  ['89860622190033481220', 'activated', 1024, 388.2, 22],
  ['89860622190033481238', 'activated', 500, 126, 180],
  ['89860622190033481246', 'activated', 500, 503.6, 96],
  ['89860622190033481253', 'activated', 500, 88.5, 5],
  ['89860622190033481261', 'activated', 300, 61.2, 300],
  ['89860622190033481279', 'activated', 300, 47.9, 300],
  ['89860622190033481287', 'activatable', 300, 0, 365],
  ['89860622190033481295', 'inStock', 300, 0, 365],
  ['89860622190033481303', 'deactivated', 500, 0, 40],
  ['89860622190033481311', 'overuseShutdown', 300, 312.7, 150],
] as const
const shares = [0.72, 0.81, 0.78, 0.93, 0.86]

/** Puts the cards into the books, with what they used in the months before. */
export async function makeSims(admin: Client): Promise<void> {
  for (const [iccid, state, quotaMb, usedMb, days] of cards) {
    const { id } = await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/sim', {
      iccid,
      carrier: 'chinaMobile',
      state,
      quotaMb,
      usedMb,
      expiresOn: day(days),
      ...(quotaMb === 300 && state === 'activated' && { poolName: '水泵流量池' }),
    })
    if (usedMb > 0)
      await admin.call(`PUT /wfpe/v1/{tenant}/sim/${id}/usage`, {
        months: shares.map((share, i) => ({
          month: monthBefore(shares.length - i),
          usedMb: Number((usedMb * share).toFixed(1)),
        })),
      })
  }
}
