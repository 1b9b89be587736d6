import { sql } from 'kysely'
import { pendingStates } from '#contract/command/command.ts'
import { controls, typesSeen } from '#contract/equipment/reach.ts'
import { device } from '#contract/equipment/device.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { rows } from '#server/db/database.ts'
import type { HomeFeed } from '#server/services/home.ts'

/** What is usual is what the circuit took at the median of so many orders; a little is never long. */
const remembered = 20
const leastMs = 10_000

type Unconfirmed = Extract<WaitingItem, { kind: 'command' }>['command'] & {
  id: number
  createdAt: string
  count: number
}
/** Orders that are open for twice as long as their circuit usually takes to confirm one. */
export const commandFeed: HomeFeed = {
  kind: 'command',
  isFor: (codes) => typesSeen(codes).some((type) => controls(codes, type)),
  load: async (tx, { codes, base, most }) => {
    const found = await rows<Unconfirmed>(
      tx,
      sql`select c.id, c.device_id, c.device_name, c.device_type, c.switch_name, c.actuator,
          c.channel, c.effect, c.wanted, c.state, c.created_at,
          u.usual_ms::bigint as usual_ms, count(*) over () as count
        from device_command c cross join lateral (
          select percentile_cont(0.5) within group (order by k.latency_ms) as usual_ms from (
            select h.latency_ms from device_command h where h.tenant_id = c.tenant_id
              and h.device_id = c.device_id and h.channel = c.channel and h.state = 'confirmed'
              and h.latency_ms is not null order by h.id desc limit ${remembered}) k) u
        where c.state = any(${[...pendingStates]}::text[]) and c.device_id is not null
          and c.created_at < clock_timestamp()
            - greatest(2 * coalesce(u.usual_ms, 0), ${leastMs}) * interval '1 ms'
          ${codes.has(device.permissions.list) ? sql`` : sql`and c.device_type = any(${typesSeen(codes)}::text[])`}
          ${base ? sql`and c.area_id = ${base}` : sql``}
        order by c.created_at desc, c.id desc limit ${most}`,
    )
    return {
      count: found[0]?.count ?? 0,
      items: found.map(({ id, createdAt, count: _count, ...command }) => ({
        kind: 'command',
        id,
        at: createdAt,
        urgency: 2,
        command,
      })),
    }
  },
}
