import { sql } from 'kysely'
import { deviceTypeNamed, deviceTypeNames } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { order } from './order.ts'
import { ensureSwitches, switchesAt } from './switches.ts'

/** What lets water onto ground or drives it there, or may do so, by device type. */
const taps = deviceTypeNames.flatMap((deviceType) =>
  switchPlaces(deviceTypeNamed(deviceType))
    .filter(({ about }) => about.irrigates)
    .map(({ channel, about }) => ({ deviceType, channel, irrigates: about.irrigates })),
)
/** Of a circuit that nobody has looked at yet, what holds until somebody does. */
const counts = ({ channel, irrigates }: (typeof taps)[number]) =>
  irrigates === true
    ? sql`true`
    : sql`coalesce((select s.irrigates_flag = 1 from device_switch s where s.device_id = d.id
      and s.channel = ${channel}), ${irrigates === 'marked'})`

/** Types of devices that irrigate here: valves in any case, and what else there is. */
export async function tapTypesHere(tx: Tx): Promise<string[]> {
  const found = await rows<{ deviceType: string }>(
    tx,
    sql`select distinct d.device_type from device d where ${sql.join(
      taps.map((tap) => sql`(d.device_type = ${tap.deviceType} and ${counts(tap)})`),
      sql` or `,
    )}`,
  )
  return [...new Set(['electric_valve', ...found.map(({ deviceType }) => deviceType)])]
}

const at = (where: { landId: number } | { areaId: number }) =>
  'landId' in where ? sql`d.land_id = ${where.landId}` : sql`d.area_id = ${where.areaId}`
/** Which channels, as `device/channel`, let water onto a plot or a base. */
export async function tapsAt(
  tx: Tx,
  where: { landId: number } | { areaId: number },
  devices: readonly number[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ tap: string }>(
    tx,
    sql`select d.id || '/' || t.channel as tap from device d cross join lateral (${sql.join(
      taps.map(
        (tap) =>
          sql`select ${tap.channel}::text as channel where d.device_type = ${tap.deviceType} and ${counts(tap)}`,
      ),
      sql` union all `,
    )}) t where d.id = any(${[...devices]}::bigint[]) and ${at(where)}`,
  )
  return new Set(found.map(({ tap }) => tap))
}

/**
 * Of an order `c` that has ended: it lies at a network server that may pass it on yet, or its
 * device had it and has not said since where it stands. A close that was confirmed since came
 * after it.
 */
const mayStill = (channel: string) => sql`(c.ended_at > now() - interval '1 day'
  and (c.reason = 'atNetwork' or (c.state = 'timedOut' and not exists (select 1 from device_latest l
    where l.device_id = c.device_id and l.metric = ${channel} and l.at > c.ended_at)))
  and not exists (select 1 from device_command n where n.device_id = c.device_id
    and n.channel = ${channel} and n.id > c.id and n.wanted = 0 and n.state = 'confirmed'))`

/**
 * Closes every valve and circuit, and stops every pump and machine, that irrigates a plot, or a
 * base, or is on its way to, in the caller's transaction. Answers the ids
 * of the commands, and how many were left as they are; `requestId` ties them to what asked for
 * them.
 */
export async function stopIrrigation(
  tx: Tx,
  tenant: number,
  where: { landId: number } | { areaId: number },
  requestId: string | null = null,
  mayControl: (deviceType: string) => boolean = () => true,
): Promise<{ made: number[]; refused: number }> {
  const made: number[] = []
  let refused = 0
  for (const tap of taps) {
    const { deviceType, channel } = tap
    const running = await rows<{ id: number }>(
      tx,
      sql`select d.id from device d where d.device_type = ${deviceType} and d.enabled_flag = 1
        and ${at(where)} and ${counts(tap)} and (
        exists (select 1 from device_latest l where l.device_id = d.id and l.metric = ${channel} and l.value > 0)
        or exists (select 1 from device_command c where c.device_id = d.id
        and c.channel = ${channel} and c.wanted > 0 and (c.state in ('waiting', 'created', 'sent', 'delivered')
          or ${mayStill(channel)}))
      ) order by d.id`,
    )
    if (!mayControl(deviceType)) {
      refused += running.length
      continue
    }
    for (const { id } of running) await ensureSwitches(tx, id, deviceType)
    for (const place of (
      await switchesAt(
        tx,
        running.map(({ id }) => id),
        channel,
      )
    ).sort((a, b) => a.deviceId - b.deviceId)) {
      try {
        made.push(
          (
            await order(
              tx,
              tenant,
              { ...place, enabledFlag: 1 },
              { value: 0 },
              { origin: 'alarm', accountId: null, personName: null, address: null, requestId },
            )
          ).id,
        )
      } catch (error) {
        // It is on its way already.
        if (!(error instanceof HttpError)) throw error
      }
    }
  }
  return { made, refused }
}
