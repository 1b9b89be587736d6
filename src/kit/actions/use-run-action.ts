import { useDataProvider, useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'
import type { Entity } from '#contract/entity.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { call } from '#src/api/call.ts'
import { randomId } from '#src/lib/random.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import { bodyOf } from './question.tsx'
import { toastRefusal } from './refusal.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** The entity's own path for an action, with the id where the path or the service wants it. */
export async function sendAction(
  entity: Entity,
  action: string,
  row: Row,
  input: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const endpoint = entity.api[action]
  if (!endpoint) throw new Error(`${entity.name}: no endpoint for '${action}'`)
  const id =
    endpoint.includes('{id}') || !entity.alias ? { id: row.id } : { [entity.alias]: row.id }
  const isRead = endpoint.startsWith('GET')
  await call(
    { endpoint, access: 'signed-in' },
    isRead ? id : { ...id, ...input, objectVersionNumber: row.objectVersionNumber },
    { quiet: true, ...(!isRead && { idempotencyKey: randomId() }) },
  )
}

/**
 * One call for several rows, for the actions that take a list (contract: `batchActions`). Rejects
 * when it is refused: then none was done.
 */
export async function sendRows(
  entity: Entity,
  action: string,
  rows: readonly Row[],
  input: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await call(
    { endpoint: entity.api[action]!, access: 'signed-in' },
    rows.map(({ id }) => ({ id, ...input })),
    { quiet: true, idempotencyKey: randomId() },
  )
}

/**
 * Does one thing to one row, over the path that the entity names for it. Rejects when it is
 * refused.
 */
function useAct({ entity }: AnyResource) {
  const { deleteOne } = useDataProvider()()
  return useCallback(
    async (action: string, row: Row): Promise<void> => {
      if (action === 'delete') {
        await deleteOne({ resource: entity.name, id: row.id })
        return
      }
      await sendAction(entity, action, row)
    },
    [deleteOne, entity],
  )
}

/** Asks, acts, tells, and has the lists look again. Answers whether it was done. */
export function useRunAction(resource: AnyResource) {
  const { entity, screen } = resource
  const t = useLabels(entity)
  const act = useAct(resource)
  const invalidate = useInvalidate()
  const refresh = useCallback(
    () => invalidate({ resource: screen.name, invalidates: ['list', 'many', 'detail'] }),
    [invalidate, screen],
  )
  const undo = useCallback(
    (row: Row) =>
      call(restoreRecord, { entity: entity.name, recordId: row.id }, { quiet: true })
        .then(
          () =>
            toast({
              text: t('kit:list.done', { action: t('common:actions.restore') }),
              tone: 'good',
            }),
          (error: unknown) => toastRefusal(t, error),
        )
        .then(refresh),
    [t, entity, refresh],
  )
  const run = useCallback(
    async (action: string, row: Row): Promise<boolean> => {
      const label = actionLabel(t, entity, action)
      const title =
        action === 'delete'
          ? t('kit:list.confirmDelete')
          : t('kit:list.confirmAction', { action: label })
      const note =
        action === 'delete' ? await resource.beforeDelete?.([row]).catch(() => null) : null
      if (
        !(await confirm({
          title,
          body: bodyOf(String(row[entity.title] ?? ''), note),
          go: label,
          isDanger: action === 'delete',
        }))
      )
        return false
      try {
        await act(action, row)
      } catch (error) {
        toastRefusal(t, error)
        return false
      }
      toast({
        text: t('kit:list.done', { action: label }),
        tone: 'good',
        ...(action === 'delete' &&
          !entity.deletion && {
            undo: { label: t('kit:list.undo'), run: () => void undo(row) },
          }),
      })
      await refresh()
      return true
    },
    [t, entity, resource, act, refresh, undo],
  )
  return { run, act, refresh }
}
