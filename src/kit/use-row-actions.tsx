import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { toastRefusal } from './refusal.ts'
import type { ActionDialogProps, AnyResource, LazyDialog, Row } from './resource.ts'
import type { TreeMove } from './tree-drag.ts'
import type { May } from './use-may.ts'
import type { OpenKind } from './use-opened.ts'
import { useLabels } from './use-labels.ts'
import { sendAction, useRunAction } from './use-run-action.ts'

interface Asking {
  action: string
  row: Row
}

/** What a click on a row action leads to: a form, a dialog of the resource, or a question and a call. */
export function useRowActions(resource: AnyResource, may: May, show: (kind: OpenKind, id?: number) => void, onDeleted: (count: number) => void) {
  const t = useLabels(resource.entity)
  const { run, refresh } = useRunAction(resource)
  const [asking, setAsking] = useState<Asking>()
  const onAct = useCallback(
    (action: string, row: Row) => {
      if (action === 'edit') return show('edit', row.id)
      if (resource.dialogs?.[action]) return setAsking({ action, row })
      void run(action, row).then((isDone) => {
        if (isDone && action === 'delete') onDeleted(1)
      })
    },
    [resource, show, run, onDeleted],
  )
  const canMove = resource.entity.parent && may.move
  const onDrop = useMemo(
    () =>
      canMove &&
      (({ row, parentId, beforeId }: TreeMove) => {
        sendAction(resource.entity, 'move', row, { parentId, beforeId })
          .catch((error: unknown) => toastRefusal(t, error))
          .finally(() => void refresh())
      }),
    [canMove, resource, refresh, t],
  )
  const dialog: ReactNode = asking && (
    <ActionDialog
      key={`${asking.action}-${asking.row.id}`} load={resource.dialogs![asking.action]!} row={asking.row}
      onClose={(changed) => {
        setAsking(undefined)
        if (changed) void refresh()
      }}
    />
  )
  return { onAct, onDrop: onDrop || undefined, dialog }
}

function ActionDialog({ load, row, onClose }: ActionDialogProps & { load: LazyDialog }) {
  const [Dialog] = useState(() => lazy(load))
  return <Suspense><Dialog row={row} onClose={onClose} /></Suspense>
}
