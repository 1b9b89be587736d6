import { z } from 'zod'
import { call } from '../call.ts'

const useKinds = [
  'controlRule',
  'alarmRule',
  'deviceGroup',
  'strategy',
  'board',
  'calculation',
  'alarmContact',
  'approvalProcess',
  'role',
  'user',
  'cameraLayout',
  'screen',
] as const
/** What may be named by them. */
const usedKinds = [
  'device',
  'camera',
  'deviceGroup',
  'calculation',
  'area',
  'user',
  'role',
  'organization',
  'warehouse',
  'partner',
] as const
export type UsedKind = (typeof usedKinds)[number]
/** Most rows of a list that are deleted together. */
const mostIds = 200
/** What names devices, cameras, groups, places or people: said before they are deleted. */
export const usesOf = call({
  endpoint: 'GET /wfpe/v1/{tenant}/device/uses',
  summary: 'Rules, groups, boards, layouts, strategies, contacts and flows that name these',
  access: 'signed-in',
  input: z.object({
    kind: z.enum(usedKinds),
    ids: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15})*$/)
      .max(mostIds * 16),
  }),
  answer: z.object({
    /** Of a strategy, the id of its gateway. */
    uses: z.array(z.object({ what: z.enum(useKinds), id: z.int(), name: z.string() })),
    /** How many more there are that the caller may not see. */
    hidden: z.int(),
  }),
})
export type Uses = z.infer<typeof usesOf.answer>
