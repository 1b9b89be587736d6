import { simCard, simWarnings } from '#contract/connectivity/sim.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { listRows } from '#server/db/crud.ts'
import { partsOf } from '#server/db/parts-of.ts'
import type { HomeFeed } from '#server/services/home.ts'

const cardWarnings = Object.values(simWarnings).filter((one) => one !== 'fine')
/** Cards that end, or whose plan does. */
export const simFeed: HomeFeed = {
  kind: 'sim',
  isFor: (codes) => codes.has(simCard.permissions.list),
  load: async (tx, { base, most }) => {
    const query = {
      page: '1',
      size: String(most),
      ...(base && { base: String(base) }),
      warning: cardWarnings.join(','),
      sort: 'expiresOn,asc',
    }
    const page = await listRows(tx, simCard, query)
    return {
      count: page.totalElements,
      parts: await partsOf(tx, simCard, query, 'warning'),
      items: page.content.map((one): WaitingItem => {
        const warning = one.warning as (typeof cardWarnings)[number] & 'expired'
        return {
          kind: 'sim',
          id: one.id,
          at: null,
          urgency: ['expired', 'expires7', 'quota100'].includes(warning) ? 2 : 1,
          card: {
            iccid: String(one.iccid),
            deviceName: (one.deviceName as string | null) ?? null,
            expiresOn: (one.expiresOn as string | null) ?? null,
            warning,
          },
        }
      }),
    }
  },
}
