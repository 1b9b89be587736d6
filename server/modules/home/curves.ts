import { codesOf } from '#contract/call.ts'
import type { HomeAround } from '#contract/home/around-calls.ts'
import type { HomeSettings } from '#contract/home/home-calls.ts'
import { exploreHistory } from '#contract/telemetry/explore-calls.ts'
import type { Tx } from '#server/db/database.ts'
import { explore } from '#server/modules/telemetry/explore.ts'

/** A span ends at such steps, so that it is the same curve for a while. */
const stepMs = 600_000

/** The channels that somebody pinned, each over the same hours. */
export async function curvesFor(
  tx: Tx,
  codes: ReadonlySet<string>,
  { channels, hours }: HomeSettings['pins'],
): Promise<HomeAround['curves']> {
  if (channels.length === 0 || !codesOf(exploreHistory).some((code) => codes.has(code))) return null
  const end = Math.ceil(Date.now() / stepMs) * stepMs
  const span = {
    from: new Date(end - hours * 3_600_000).toISOString(),
    to: new Date(end).toISOString(),
  }
  const { answer } = await explore(tx, { channels: channels.join(','), ...span }, codes)
  return { ...span, stepMs: answer.stepMs, devices: answer.devices, series: answer.series }
}
