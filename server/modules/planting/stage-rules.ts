import { alarmLevels, alarmRule } from '#contract/alarm/alarm-rule.ts'
import type { StageQuantity } from '#contract/farm/stage-limits.ts'
import { batch } from '#contract/planting/batch.ts'
import { makeStageRules, stageRules, type StageRule } from '#contract/planting/stage-rules.ts'
import { lockRow } from '#server/db/crud.ts'
import { notFound } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { changeOwn, makeOwn } from '#server/http/make-own.ts'
import { serve } from '#server/http/serve.ts'
import { equipmentText } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'
import { askedBy, comparisonOf, rulesOf } from './engine/stage-rules.ts'

const longest = alarmRule.fields.name.max!
/** A limit that is passed for a moment is none; a value that swings about it is one alarm. */
const patience = { durationSeconds: 600, clearSeconds: 300 }
const hysteresis: Record<StageQuantity, number> = {
  airTemperature: 0.5,
  airHumidity: 2,
  soilMoisture: 1,
}

/** What a rule is called: the batch, its stage, and what is measured. */
function nameOf({ language }: SignedIn, called: string, stage: string, one: StageRule): string {
  const reading = equipmentText(language, `readings.${one.deviceType}.${one.metric.split('.')[0]}`)
  const rest = ` · ${stage} · ${reading}`
  return `${called.slice(0, Math.max(0, longest - rest.length))}${rest}`.slice(0, longest)
}

interface Named {
  id: number
  name: string
}
interface Doing {
  app: Services
  write: Write
  context: SignedIn
  of: { id: number; name: string; areaId: number; stage: string }
}
/** Makes a rule, or changes the one that stands for it, as whoever asks could have by hand. */
async function settle({ app, write, context, of }: Doing, one: StageRule): Promise<Named> {
  const name = nameOf(context, of.name, of.stage, one)
  const limits = {
    name,
    deviceIds: one.devices.map(({ id }) => id),
    ...comparisonOf(one),
    enabledFlag: 1,
    batchStage: of.stage,
  }
  if (one.ruleId !== null) {
    // Whatever else somebody made of it stays, but what went with other limits.
    const values = { ...limits, severeValue: null, clearValue: null }
    await changeOwn(app, alarmRule, one.ruleId, values, write, context)
    return { id: one.ruleId, name }
  }
  const values = {
    ...limits,
    level: alarmLevels.warning,
    deviceType: one.deviceType,
    areaId: of.areaId,
    trigger: 'threshold',
    metric: one.metric,
    hysteresis: hysteresis[one.quantity],
    ...patience,
    batchId: of.id,
  }
  return { id: await makeOwn(app, alarmRule, values, write, context), name }
}

/** What a stage asks of its surroundings, as rules of alarms. */
export function serveStageRules(app: Services): void {
  serve(app, stageRules, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const asked = await askedBy(tx, id)
      if (!asked) throw notFound()
      return rulesOf(tx, asked, codes)
    }),
  )
  serve(app, makeStageRules, ({ id, keys }, context) =>
    context.write(async (write) => {
      // Of two who ask at once, the second finds what the first made.
      await lockRow(write.tx, batch, id)
      const asked = await askedBy(write.tx, id)
      // Who is told nothing of batches finds none.
      if (!asked || !context.codes.has(batch.permissions.list)) throw notFound()
      const { rules, ending } = await rulesOf(write.tx, asked, context.codes)
      const made: Named[] = []
      const changed: Named[] = []
      for (const one of rules) {
        if (one.turn === 'same' || (keys && !keys.includes(one.key))) continue
        const of = { ...asked, stage: asked.stage! }
        const rule = await settle({ app, write, context, of }, one)
        ;(one.turn === 'make' ? made : changed).push(rule)
      }
      for (const one of ending)
        await changeOwn(app, alarmRule, one.id, { enabledFlag: 0 }, write, context)
      return { made, changed, ended: ending }
    }),
  )
}
