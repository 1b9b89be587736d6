import { z } from 'zod'
import { languages } from '../account/self.ts'
import { call } from '../call.ts'
import { crop } from '../farm/crop.ts'
import { taskType } from '../farm/task-type.ts'
import { unit } from '../inventory/unit.ts'
import { role } from '../system/role.ts'

/** What most farms begin with, part by part. */
export const starterParts = ['roles', 'units', 'taskTypes', 'crops'] as const
export type StarterPart = (typeof starterParts)[number]
/** What each part takes: all of its codes. */
export const starterCodes: Readonly<Record<StarterPart, readonly string[]>> = {
  roles: [role.permissions.create, role.permissions.assign],
  units: [unit.permissions.create],
  taskTypes: [taskType.permissions.create],
  crops: [crop.permissions.create],
}
const access = { code: [...new Set(Object.values(starterCodes).flat())] }
/** In which its names are written. */
const language = z.enum(languages)

const item = z.object({
  code: z.string(),
  name: z.string(),
  /** What it is for, or how many stages and days it grows; none: the name says it. */
  about: z.string().nullable(),
  /** Whether the tenant has one of this code or name: it is left as it is. */
  isThere: z.boolean(),
})
export type StarterItem = z.infer<typeof item>
export const starterSet = call({
  endpoint: 'GET /wfpf/v1/{tenant}/guide/starter',
  summary: 'What a new tenant can begin with, and what of it is there already',
  access,
  staleAfter: { role: true, unit: true, taskType: true, crop: true },
  input: z.object({ language }),
  answer: z.array(z.object({ part: z.enum(starterParts), items: z.array(item) })),
})
export const addStarterSet = call({
  endpoint: 'POST /wfpf/v1/{tenant}/guide/starter',
  summary: 'Make what is chosen of the starter set, all or none; what is there is skipped',
  access,
  input: z.object({
    language,
    parts: z
      .array(z.enum(starterParts))
      .min(1)
      .max(starterParts.length)
      .refine((parts) => new Set(parts).size === parts.length),
  }),
  answer: z.array(z.object({ part: z.enum(starterParts), made: z.int(), skipped: z.int() })),
})
