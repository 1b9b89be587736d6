import { useCallback } from 'react'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { call } from '#src/api/call.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import { bodyOf } from './question.tsx'
import { toastRefusal } from './refusal.ts'
import { useSendAction } from './use-send-action.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Asks, acts, tells, and has the lists look again. Answers whether it was done. */
export function useRunAction(resource: AnyResource) {
  const { entity } = resource
  const t = useLabels(entity)
  const { act, actAll, refresh } = useSendAction(resource)
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
  return { run, act, actAll, refresh }
}
