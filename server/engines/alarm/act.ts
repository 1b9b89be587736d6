import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/database.ts'
import type { News } from './record.ts'

/** Closes what lets water onto a plot or a base, in the caller's transaction; answers the ids of the commands. */
export type StopIrrigation = (tx: Tx, tenant: number, where: { landId: number } | { areaId: number }, requestId: string) => Promise<readonly number[]>

/** Does what the rules of fresh alarms ask for besides telling people. The commands and the alarm are there together, or neither. */
export async function act(tx: Tx, tenant: number, stop: StopIrrigation, news: readonly News[]): Promise<void> {
  const raised = news.filter(({ kind }) => kind === 'raised').map(({ alarmId }) => alarmId)
  if (raised.length === 0) return
  const asking = await rows<{ id: number; areaId: number | null; landId: number | null }>(tx, sql`select id, area_id, land_id from alarm where id = any(${raised}::bigint[]) and action = 'stopIrrigation' order by id`)
  for (const { id, areaId, landId } of asking) {
    if (areaId === null) continue
    const commands = await stop(tx, tenant, landId === null ? { areaId } : { landId }, `alarm-${id}`)
    await sql`insert into alarm_journal (alarm_id, kind, detail) values (${id}, 'irrigationStopped', ${JSON.stringify({ count: commands.length })}::jsonb)`.execute(tx)
  }
}
