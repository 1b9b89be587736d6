import { sql } from 'kysely'
import { controls } from '#contract/equipment/reach.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { codesNow, seesAreaNow } from '#server/http/author.ts'
import type { News } from './record.ts'

type Where = { landId: number } | { areaId: number }
type MayControl = (deviceType: string) => boolean
/** Stops what lets water onto a plot or a base, each in the caller's transaction. */
export interface StopIrrigation {
  /** Answers the ids of the commands. */
  close(
    tx: Tx,
    tenant: number,
    where: Where,
    requestId: string,
    mayControl: MayControl,
  ): Promise<{ made: readonly number[]; refused: number }>
  /** Breaks off runs of rules that would yet open more; answers how many. */
  breakOff(
    tx: Tx,
    tenant: number,
    where: Where,
    mayControl: MayControl,
  ): Promise<{ brokenOff: number; refused: number }>
}

/**
 * Does what the rules of fresh alarms ask for besides telling people. The commands and the alarm
 * are there together, or neither.
 */
export async function act(
  tx: Tx,
  tenant: number,
  stop: StopIrrigation,
  news: readonly News[],
): Promise<void> {
  const raised = news.filter(({ kind }) => kind === 'raised').map(({ alarmId }) => alarmId)
  if (raised.length === 0) return
  const asking = await rows<{
    id: number
    areaId: number | null
    landId: number | null
    authorId: number | null
  }>(
    tx,
    sql`select a.id, a.area_id, a.land_id, r.last_updated_by as author_id from alarm a left
      join alarm_rule r on r.tenant_id = a.tenant_id and r.id = a.rule_id
    where a.id = any(${raised}::bigint[]) and a.action = 'stopIrrigation' order by a.id`,
  )
  const acts = []
  // Runs before devices, of every alarm: whoever moves a run on locks in that order.
  for (const { id, areaId, landId, authorId } of asking) {
    if (areaId === null) continue
    // In the name of whoever saved the rule, by what they may at this moment.
    const codes = (await seesAreaNow(tx, authorId, areaId))
      ? await codesNow(tx, tenant, authorId)
      : new Set<string>()
    const where = landId === null ? { areaId } : { landId }
    const mayControl = (type: string) => controls(codes, type)
    acts.push({
      id,
      where,
      mayControl,
      runs: await stop.breakOff(tx, tenant, where, mayControl),
    })
  }
  for (const { id, where, mayControl, runs } of acts) {
    const { made, refused: left } = await stop.close(tx, tenant, where, `alarm-${id}`, mayControl)
    const refused = left + runs.refused
    const note = (kind: string, count: number) =>
      sql`insert into alarm_journal (alarm_id, kind, detail)
        values (${id}, ${kind}, ${JSON.stringify({ count })}::jsonb)`.execute(tx)
    if (refused > 0) await note('irrigationRefused', refused)
    if (refused === 0 || made.length > 0) await note('irrigationStopped', made.length)
    if (runs.brokenOff > 0) await note('runsBrokenOff', runs.brokenOff)
  }
}
