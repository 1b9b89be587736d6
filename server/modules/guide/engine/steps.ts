import { sql } from 'kysely'
import {
  guideSteps,
  stepCodes,
  type GuideState,
  type GuideStep,
} from '#contract/guide/guide-calls.ts'
import { row, type Tx } from '#server/db/database.ts'

/** How many there are of what a step makes, and whether that is all of it; one question for all. */
const counted = sql`select
  (select count(*) from role where builtin_flag = 0)::int as "starterCount",
  exists (select 1 from role where builtin_flag = 0) and exists (select 1 from unit)
    and exists (select 1 from task_type) and exists (select 1 from crop) as "starterDone",
  (select count(*) from area)::int as "baseCount",
  exists (select 1 from area where latlng is not null) as "baseDone",
  (select count(*) from land)::int as "plotCount",
  exists (select 1 from land) as "plotDone",
  (select count(*) - 1 from member)::int as "peopleCount",
  (select count(*) > 1 from member) as "peopleDone",
  (select count(*) from device)::int as "deviceCount",
  exists (select 1 from device where last_seen_at is not null) as "deviceDone",
  (select count(*) from product where agricultural_flag = 1)::int as "inputCount",
  exists (select 1 from product where agricultural_flag = 1) as "inputDone",
  (select count(*) from task)::int as "taskCount",
  exists (select 1 from task) as "taskDone"`

/** First steps that somebody with these codes may take, by what is really there. */
export async function stepsOf(tx: Tx, codes: ReadonlySet<string>): Promise<GuideState[]> {
  const open = guideSteps.filter((step) => stepCodes[step].some((code) => codes.has(code)))
  if (open.length === 0) return []
  const found = (await row<
    Record<`${GuideStep}Count`, number> & Record<`${GuideStep}Done`, boolean>
  >(tx, counted))!
  return open.map((code) => ({
    code,
    isDone: found[`${code}Done`],
    count: found[`${code}Count`],
  }))
}
