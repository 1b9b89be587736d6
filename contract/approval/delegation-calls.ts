import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { approvableCodes } from './forms.ts'

const base = '/wfpf/v1/{tenant}'
const key = z.coerce.number().int().positive()
const day = z.iso.date()
const delegation = {
  toAccountId: key,
  beginsOn: day,
  endsOn: day,
  /** None: all. */ formCodes: z
    .array(z.enum(Object.values(approvableCodes) as [string, ...string[]]))
    .max(20),
}
const own = 'approval-delegation'
export const myDelegation = call({
  endpoint: `GET ${base}/${own}`,
  summary: 'Who decides for me while I am away, and for whom I decide',
  access: 'signed-in',
  input: z.object({}),
  answer: z.object({
    mine: z
      .object({
        ...delegation,
        toName: z.string(),
        /** Still among the colleagues who can be asked. */ isThere: z.boolean(),
        isActive: z.boolean(),
      })
      .nullable(),
    forMe: z.array(
      z.object({ name: z.string(), beginsOn: day, endsOn: day, isActive: z.boolean() }),
    ),
  }),
})
export type MyDelegation = z.infer<typeof myDelegation.answer>
export const delegate = call({
  endpoint: `PUT ${base}/${own}`,
  summary: 'Have a colleague decide for me from one day to another',
  access: 'signed-in',
  reach: 'tenant',
  lasting: true,
  input: z.object({
    ...delegation,
    /** Hands on what waits for me now as well. */ takesOpen: z.boolean().default(false),
  }),
  answer: z.object({ moved: z.int() }),
})
export const endDelegation = call({
  endpoint: `DELETE ${base}/${own}`,
  summary: 'Decide for myself again',
  access: 'signed-in',
  lasting: true,
  input: z.object({}),
  answer: nothing,
})
