import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { isPlain } from '../field.ts'

/** As many as stand above the menu without pushing it away. */
export const mostFavorites = 9
const link = z.strictObject({
  /** Path and query: the filters go with it. */
  address: z
    .string()
    .max(2000)
    .regex(/^\/(?!\/)/)
    .refine(isPlain),
  name: z.string().trim().min(1).max(60).refine(isPlain),
})
export type Favorite = z.infer<typeof link>

// chosen: favorites are ours
export const favorites = call({
  endpoint: 'GET /iam/v1/{tenant}/favorites',
  summary: 'Addresses that the caller keeps above the menu',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(link),
})
export const saveFavorites = call({
  endpoint: 'PUT /iam/v1/{tenant}/favorites',
  summary: 'Keep these addresses above the menu, in this order',
  access: 'signed-in',
  unaudited: true,
  input: z.strictObject({ links: z.array(link).max(mostFavorites) }),
  answer: nothing,
})
