import { deviceTypeNames } from '#contract/devices/index.ts'
import { device } from '#contract/equipment/device.ts'
import { sees } from '#contract/equipment/reach.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { listRows, type Query } from '#server/db/crud.ts'
import type { HomeFeed } from '#server/services/home.ts'

/** Silent for as long, a device is nobody's surprise any more. */
const dayMs = 86_400_000

const typesSeen = (codes: ReadonlySet<string>) =>
  deviceTypeNames.filter((type) => sees(codes, type))
/** Devices in use that are not to be heard, those that fell silent last first. */
export const deviceFeed: HomeFeed = {
  kind: 'device',
  isFor: (codes) => typesSeen(codes).length > 0,
  load: async (tx, { codes, base, most }) => {
    const query: Query = {
      page: '1',
      size: String(most),
      ...(base && { base: String(base) }),
      online: '0',
      enabledFlag: '1',
      sort: 'lastSeenAt,desc',
      ...(!codes.has(device.permissions.list) && { deviceType: typesSeen(codes).join(',') }),
    }
    const page = await listRows(tx, device, query)
    return {
      count: page.totalElements,
      items: page.content.map((one): WaitingItem => {
        const lastSeenAt = one.lastSeenAt as string | null
        return {
          kind: 'device',
          id: one.id,
          at: lastSeenAt,
          urgency: lastSeenAt && Date.now() - Date.parse(lastSeenAt) < dayMs ? 2 : 1,
          device: {
            name: String(one.name),
            deviceType: String(one.deviceType),
            areaName: (one.areaName as string | undefined) ?? null,
            landName: (one.landName as string | undefined) ?? null,
            lastSeenAt,
          },
        }
      }),
    }
  },
}
