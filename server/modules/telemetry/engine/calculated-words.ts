import { sql } from 'kysely'
import type { CalculatedWords } from '#contract/equipment/device-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'

/** What people call the channels of devices that are worked out, and the units that they gave them. */
export const calculatedWords = (
  tx: Tx,
  devices: readonly number[],
): Promise<(CalculatedWords & { deviceId: number; metric: string })[]> =>
  rows(
    tx,
    sql`select device_id, quantity || '.' || slot as metric, name, unit from calculation
      where device_id = any(${[...devices]}::bigint[]) order by id`,
  )
