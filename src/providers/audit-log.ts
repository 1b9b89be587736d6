import type { AuditLogProvider, ILog } from '@refinedev/core'
import { entityOutlines } from '#contract/outlines.ts'
import { call } from '#src/api/call.ts'

const most = 100

/**
 * Refine's log of a record, newest first. The server writes it with what it is about, in one
 * transaction: nothing is left for the console to write.
 */
export const auditLogProvider: AuditLogProvider = {
  create: async () => undefined,
  update: async () => {
    throw new Error('what has happened is not renamed')
  },
  get: async ({ resource, meta }) => {
    const entity = entityOutlines.find(({ name }) => name === resource)
    if (!entity || meta?.id === undefined) return []
    const { recordHistory } = await import('#contract/platform/platform-calls.ts')
    const { content } = await call(
      recordHistory,
      { entity: entity.name, recordId: String(meta.id), size: most },
      { quiet: true },
    )
    return content.map(({ id, at, action, realName, before, after }): ILog => ({
      id,
      createdAt: at,
      action,
      resource,
      author: { name: realName ?? undefined },
      data: after ?? {},
      previousData: before ?? {},
      meta: { id: meta.id },
    }))
  },
}
