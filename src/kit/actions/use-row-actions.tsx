import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { toastRefusal } from './refusal.ts'
import type {
  ActionDialogProps,
  AnyResource,
  LazyDialog,
  Row,
} from '#src/kit/definition/resource.ts'
import type { TreeMove } from '#src/kit/list/rows/tree-drag.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import type { OpenKind } from '#src/kit/record/use-opened.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useRunAction } from './use-run-action.ts'

const AskDialog = lazy(() => import('./AskDialog.tsx'))

/** Ms that a dialog waits at most for what is begun before it. */
const mostAheadMs = 80
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Asking {
  action: string
  rows: readonly Row[]
}

/** Whether an action asks for something of its own before it is done. */
export const asks = ({ dialogs, entity }: AnyResource, action: string): boolean =>
  action in (dialogs ?? {}) || action in (entity.actionInputs ?? {})

/**
 * What a click on a row action leads to: a form, a dialog of the resource, or a question and a
 * call.
 */
export function useRowActions(
  resource: AnyResource,
  may: Permissions,
  show: (kind: OpenKind, id?: number) => void,
  onDeleted: (count: number) => void,
  onCleared: () => void,
) {
  const t = useLabels(resource.entity)
  const { run, act, refresh } = useRunAction(resource)
  const navigate = useNavigate()
  const today = useToday()
  const [asking, setAsking] = useState<Asking>()
  const onAct = useCallback(
    (action: string, row: Row) => {
      if (action === 'edit') return show('edit', row.id)
      const open = resource.opens?.[action]
      if (open)
        return void open(row, today).then(navigate, (error: unknown) => toastRefusal(t, error))
      if (asks(resource, action)) {
        const ask = () => setAsking({ action, rows: [row] })
        const begin = resource.begins?.[action]
        if (!begin) return ask()
        // While a dialog is drawn nothing that arrives is looked at: what is begun goes first.
        return void Promise.race([begin(row), pause(mostAheadMs)]).then(ask, ask)
      }
      void run(action, row).then((isDone) => {
        if (isDone && action === 'delete') onDeleted(1)
      })
    },
    [resource, show, run, onDeleted, navigate, today, t],
  )
  const canMove = resource.entity.parent && may.move
  const onDrop = useMemo(
    () =>
      canMove &&
      (({ row, parentId, beforeId }: TreeMove) => {
        act('move', row, { parentId, beforeId })
          .catch((error: unknown) => toastRefusal(t, error))
          .finally(() => void refresh())
      }),
    [canMove, act, refresh, t],
  )
  const onAsk = useCallback(
    (action: string, rows: readonly Row[]) => setAsking({ action, rows }),
    [],
  )
  const close = (changed: boolean) => {
    setAsking(undefined)
    if (!changed) return
    if ((asking?.rows.length ?? 0) > 1) onCleared()
    void refresh()
  }
  const dialog: ReactNode =
    asking &&
    (resource.dialogs?.[asking.action] ? (
      <ActionDialog
        key={`${asking.action}-${asking.rows[0]!.id}`}
        Dialog={dialogOf(resource.dialogs[asking.action]!)}
        row={asking.rows[0]!}
        rows={asking.rows}
        onClose={close}
      />
    ) : (
      <Suspense>
        <AskDialog resource={resource} action={asking.action} rows={asking.rows} onClose={close} />
      </Suspense>
    ))
  return { onAct, onAsk, onDrop: onDrop || undefined, dialog }
}

type LoadedDialog = LazyExoticComponent<ComponentType<ActionDialogProps>>
/**
 * Dialogs by what loads them. One that has come is drawn at once; one that is made anew waits each
 * time, and React shows nothing that waited before a third of a second has passed.
 */
const loaded = new Map<LazyDialog, LoadedDialog>()
function dialogOf(load: LazyDialog) {
  const known = loaded.get(load)
  if (known) return known
  const found = lazy(() =>
    load().catch((error: unknown) => {
      // What did not come is asked for again with the next click.
      loaded.delete(load)
      throw error
    }),
  )
  loaded.set(load, found)
  return found
}
function ActionDialog({ Dialog, ...props }: ActionDialogProps & { Dialog: LoadedDialog }) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
