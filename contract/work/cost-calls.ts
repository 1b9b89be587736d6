import { z } from 'zod'
import { call } from '../call.ts'
import { costCode } from '../inventory/cost.ts'
import { task } from './task.ts'

const line = z.object({
  kind: z.enum(['input', 'labor', 'machine', 'water', 'yield']),
  title: z.string(),
  quantity: z.number().nullable(),
  unitName: z.string().nullable(),
  /** In yuan; null: nobody said what it costs. Left out where the caller may not know. */
  amount: z.number().nullable().optional(),
})
export type TaskCost = z.infer<typeof line>
// chosen: read from the facts that accepting wrote, so that it says what batch and base say
export const taskCosts = call({
  endpoint: 'GET /wfpf/v1/{tenant}/task/{id}/costs',
  summary: 'What a closed task took and gave, as its batch or, without one, its base bears it',
  access: { code: task.permissions.list },
  staleAfter: { task: 'id' },
  hides: { code: costCode, names: ['amount'] },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.array(line),
})
