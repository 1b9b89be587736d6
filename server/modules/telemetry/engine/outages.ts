import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'

const mostOutages = 50

/** When a device was not to be heard, newest first. */
export const outagesOf = (tx: Tx, device: number) =>
  rows<{ beganAt: string; endedAt: string | null; reason: 'will' | 'silence' }>(
    tx,
    sql`select began_at, ended_at, reason from device_offline where device_id = ${device}
      order by began_at desc, id desc limit ${mostOutages}`,
  )
