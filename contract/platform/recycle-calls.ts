import { z } from 'zod'
import { call, nothing, pageOf, pageQuery } from '../call.ts'
import { screen } from '../screen.ts'

/** Days that a deleted record can be had back. */
export const recycleDays = 30

// chosen: the specification has no recycle bin
export const recycleScreen = screen('recycle-bin', {
  route: '/system/recycle-bin',
  module: 'company',
  group: 'logs',
  icon: 'bin',
  at: 2,
  permission: 'wfpf.company.system.recycleBin',
  buttons: { purge: 'wfpf.company.system.recycleBin.ps.purge' },
})
const recycledRow = z.object({
  id: z.int(),
  entity: z.string(),
  recordId: z.int(),
  title: z.string().nullable(),
  deletedAt: z.string(),
  deletedByName: z.string().nullable(),
})
export type RecycledRow = z.infer<typeof recycledRow>
export const recycled = call({
  endpoint: 'GET /iam/v1/{tenant}/recycle',
  summary: 'Deleted records of the lists that the caller may open',
  access: { code: recycleScreen.permission! },
  input: z.object({
    ...pageQuery,
    entity: z.string().max(40).optional(),
    title: z.string().max(60).optional(),
  }),
  answer: pageOf(recycledRow),
})
/**
 * For whoever may make such a record; 409 where its code has been given to another, 422 where what
 * it refers to is gone.
 */
export const restoreRecord = call({
  endpoint: 'POST /iam/v1/{tenant}/recycle/{entity}/{recordId}/restore',
  summary: 'Have a deleted record back as it was',
  access: 'signed-in',
  input: z.object({ entity: z.string().max(40), recordId: z.coerce.number().int().positive() }),
  answer: nothing,
})
export const purgeRecord = call({
  endpoint: 'DELETE /iam/v1/{tenant}/recycle/{id}',
  summary: 'Delete for good',
  access: { code: recycleScreen.buttons.purge as string },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: nothing,
})
