import { sql } from 'kysely'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  deviceChannels,
  saveDeviceChannels,
  type ChannelWords,
} from '#contract/equipment/channel-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { editsDevice, seenDevice } from './device-access.ts'

const wordsOf = (tx: Tx, id: number) =>
  rows<ChannelWords>(
    tx,
    sql`select metric, name, description from device_channel where device_id = ${id} order by metric`,
  )

/** What people call the channels of a device. */
export function deviceChannelCalls(app: Services): void {
  serve(app, deviceChannels, ({ id }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return wordsOf(tx, id)
    }),
  )
  serve(app, saveDeviceChannels, async ({ id, channels }, { write, codes }) =>
    write(async ({ tx, audit, announce }) => {
      const row = await seenDevice(tx, id, codes)
      const type = deviceTypeNamed(String(row.deviceType))
      editsDevice(codes, String(row.deviceType))
      if (channels.some(({ metric }) => !channelOf(type, metric)))
        throw invalidFields({ channels: { code: 'field.invalid' } })
      const before = await wordsOf(tx, id)
      await sql`delete from device_channel where device_id = ${id}`.execute(tx)
      for (const { metric, name, description } of channels.filter(
        (one) => one.name || one.description,
      )) {
        await sql`insert into device_channel (device_id, metric, name, description)
          values (${id}, ${metric}, ${name}, ${description})
        on conflict (tenant_id, device_id, metric) do update
        set name = excluded.name, description = excluded.description`.execute(tx)
      }
      await audit({
        entity: device.name,
        recordId: id,
        title: String(row.name),
        action: 'edit',
        before: { channels: before },
        after: { channels },
      })
      await announce({ resource: device.name, ids: [id], kind: 'updated' })
    }),
  )
}
