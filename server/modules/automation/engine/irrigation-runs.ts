import { sql } from 'kysely'
import type { RunStep } from '#contract/automation/control-run.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { breakOff } from './advance.ts'

/** Which channels of these devices, as `device/channel`, let water onto a plot or a base. */
type TapsAt = (
  tx: Tx,
  where: { landId: number } | { areaId: number },
  devices: readonly number[],
) => Promise<ReadonlySet<string>>

/**
 * Breaks off every run that would yet open something that irrigates a plot, or a base, in the
 * caller's transaction. Answers how many, and how many were left that move what `mayControl`
 * denies.
 */
export async function breakOffIrrigation(
  tx: Tx,
  tenant: number,
  where: { landId: number } | { areaId: number },
  mayControl: (deviceType: string) => boolean,
  tapsAt: TapsAt,
): Promise<{ brokenOff: number; refused: number }> {
  // Whatever moves a run on meanwhile is waited for: its steps are not those of before.
  const running = await rows<{ id: number; ruleId: number; steps: RunStep[] }>(
    tx,
    sql`select id, rule_id, steps from control_run where state = 'running' and reason is null
      order by id for update`,
  )
  const ahead = running.map((run) => ({
    run,
    opens: run.steps
      .filter(({ state, value }) => state === 'waiting' && value > 0)
      .flatMap(({ channel, targets }) => targets.map((target) => ({ ...target, channel }))),
  }))
  const taps = await tapsAt(
    tx,
    where,
    ahead.flatMap(({ opens }) => opens.map(({ deviceId }) => deviceId)),
  )
  let brokenOff = 0
  let refused = 0
  for (const { run, opens } of ahead) {
    const here = opens.filter(({ deviceId, channel }) => taps.has(`${deviceId}/${channel}`))
    if (here.length === 0) continue
    if (here.every(({ deviceType }) => deviceType !== null && mayControl(deviceType))) {
      await breakOff(tx, tenant, run, 'alarm')
      brokenOff++
    } else refused++
  }
  return { brokenOff, refused }
}
