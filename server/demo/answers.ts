import type { Check, OwnAnswer } from '#contract/work/task-asks.ts'
import { askedName } from '#server/modules/guide/engine/starter-asks.ts'
import { choicesOf } from '#contract/farm/task-asks.ts'

interface Asking {
  id: number
  checklist?: Check[]
  ownFields?: OwnAnswer[]
}
/** What people measure, in turn. */
const measured: Readonly<Record<string, readonly string[]>> = {
  windSpeed: ['1.6', '2.1', '0.9'],
  sprayVolume: ['120', '90', '150'],
  nozzle: ['扇形 11002', '锥形 1.2'],
  waterVolume: ['18', '12.5', '22'],
  pressure: ['0.15', '0.18'],
  baskets: ['46', '38', '62'],
  waste: ['12', '8.5', '15'],
}
const byName = new Map(
  Object.entries(measured).map(([key, values]) => [askedName(key, 'zh-CN'), values]),
)

/** What a report of the demo says of what its task asks for. */
export const saidOf = ({ id, checklist = [], ownFields = [] }: Asking) => ({
  checklist: checklist.map(({ item }) => ({ item, doneFlag: 1 })),
  ownFields: ownFields.map((one) => {
    const values = byName.get(one.name) ?? choicesOf(one)
    return one.kind === 'yesNo'
      ? { name: one.name, yesFlag: 0 }
      : { name: one.name, answer: values[id % values.length] ?? null }
  }),
})
