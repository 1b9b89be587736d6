import { z } from 'zod'
import { call } from '../call.ts'

/** Of one kind of record; more is what its list is for. */
export const hitsPerKind = 4
const hit = z.object({
  entity: z.string(),
  id: z.int(),
  title: z.string(),
  /** The other text that holds what was asked, such as a code or a phone. */
  detail: z.string().nullable(),
})
export type SearchHit = z.infer<typeof hit>

// chosen: the specification has no search over everything
export const search = call({
  endpoint: 'GET /iam/v1/{tenant}/search',
  summary:
    'Records whose name, number, code or phone holds a text, of the lists that the caller may open',
  access: 'signed-in',
  input: z.object({ q: z.string().trim().min(1).max(60) }),
  answer: z.array(hit),
})
