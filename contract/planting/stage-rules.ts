import { z } from 'zod'
import { alarmRule } from '../alarm/alarm-rule.ts'
import { call } from '../call.ts'
import { deviceTypeNames } from '../devices/index.ts'
import { batch } from './batch.ts'
import { stageQuantities, type StageQuantity } from '../farm/stage-limits.ts'

const key = z.coerce.number().int().positive()
const quantity = z.enum(Object.keys(stageQuantities) as [StageQuantity, ...StageQuantity[]])
const named = z.object({ id: z.int(), name: z.string() })
/** A rule that was made for a batch, and for which of its stages. */
const standing = named.extend({ stage: z.string().nullable(), enabledFlag: z.literal([0, 1]) })

/** A rule as it would be; `ruleId`: one that stands for it already, `turn`: what becomes of it. */
const wanted = z.object({
  /** Device type and metric: what makes it one rule. */
  key: z.string(),
  quantity,
  deviceType: z.enum(deviceTypeNames),
  metric: z.string(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  devices: z.array(named.extend({ value: z.number().nullable(), at: z.string().nullable() })),
  ruleId: z.int().nullable(),
  turn: z.enum(['make', 'change', 'same']),
})
export type StageRule = z.infer<typeof wanted>

export const stageRules = call({
  endpoint: 'GET /wfpf/v1/{tenant}/batch/{id}/stage-rules',
  summary: 'Alarm rules that follow from the stage a batch is in, and those made for it before',
  access: { code: batch.permissions.list },
  staleAfter: { batch: 'id', alarmRule: true, crop: true },
  hides: {
    code: alarmRule.permissions.edit,
    names: ['rules', 'unmeasured', 'standing', 'ending'],
  },
  input: z.object({ id: key }),
  answer: z.object({
    /** null: it does not grow. */
    stage: z.string().nullable(),
    rules: z.array(wanted).optional(),
    /** What the stage asks for and no device measures that the caller sees. */
    unmeasured: z.array(quantity).optional(),
    standing: z.array(standing).optional(),
    /** Those of them that do not follow from the stage any more and are on still. */
    ending: z.array(named).optional(),
  }),
})
/** As whoever may change alarm rules is told. */
export type StageRules = Required<z.infer<typeof stageRules.answer>>

/** Makes what is lacking, changes what has other limits by now, and switches off what is over. */
export const makeStageRules = call({
  endpoint: 'POST /wfpf/v1/{tenant}/batch/{id}/stage-rules',
  summary: 'Makes the alarm rules of the stage a batch is in; done again, it makes none twice',
  // The batch has to be theirs to see as well.
  access: { code: alarmRule.permissions.edit },
  input: z.object({
    id: key,
    /** Those alone; none said: all. */
    keys: z.array(z.string().max(80)).max(50).optional(),
  }),
  answer: z.object({
    made: z.array(named),
    changed: z.array(named),
    ended: z.array(named),
  }),
})
