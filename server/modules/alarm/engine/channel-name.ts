import { sql } from 'kysely'
import type { Sql } from '#server/db/database.ts'

/**
 * What somebody called a channel: the circuit that it reports, or what is worked out on it; null
 * where it has no name of its own.
 */
export const channelNameSql = (device: Sql, metric: Sql): Sql =>
  sql`coalesce((select nullif(s.name, '') from device_switch s where s.device_id = ${device} and s.channel = ${metric}),
  (select c.name from calculation c where c.device_id = ${device} and c.quantity || '.' || c.slot = ${metric}))`
