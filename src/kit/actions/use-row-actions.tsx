import {
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  type Ref,
} from 'react'
import { useNavigate } from 'react-router'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { todayIn } from '#src/kit/fields/date/day-text.ts'
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
  const timeZone = useTimeZone()
  const dialogs = useRef<AskingHandle>(null)
  const onAct = useCallback(
    (action: string, row: Row) => {
      if (action === 'edit') return show('edit', row.id)
      const open = resource.opens?.[action]
      if (open)
        return void open(row, todayIn(timeZone)).then(navigate, (error: unknown) =>
          toastRefusal(t, error),
        )
      if (asks(resource, action)) {
        const ask = () => dialogs.current?.ask({ action, rows: [row] })
        const begin = resource.begins?.[action]
        if (!begin) return ask()
        // What is begun goes on between the parts of the drawing, which would else keep it waiting.
        begin(row)
        return startTransition(() => ask())
      }
      void run(action, row).then((isDone) => {
        if (isDone && action === 'delete') onDeleted(1)
      })
    },
    [resource, show, run, onDeleted, navigate, timeZone, t],
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
    (action: string, rows: readonly Row[]) => dialogs.current?.ask({ action, rows }),
    [],
  )
  const onClosed = (count: number) => {
    if (count > 1) onCleared()
    void refresh()
  }
  const dialog: ReactNode = <Dialogs ref={dialogs} resource={resource} onChanged={onClosed} />
  return { onAct, onAsk, onDrop: onDrop || undefined, dialog }
}

interface AskingHandle {
  ask: (asking: Asking) => void
}
interface DialogsProps {
  ref: Ref<AskingHandle>
  resource: AnyResource
  /** What a dialog was asked for was done, with so many records. */
  onChanged: (count: number) => void
}
/** The dialog that is open. It keeps that to itself: a list is not drawn anew because one opens. */
function Dialogs({ ref, resource, onChanged }: DialogsProps) {
  const [asking, ask] = useState<Asking>()
  useImperativeHandle(ref, () => ({ ask }), [])
  if (!asking) return null
  const { action, rows } = asking
  const close = (changed: boolean) => {
    ask(undefined)
    if (changed) onChanged(rows.length)
  }
  const own = resource.dialogs?.[action]
  if (!own)
    return (
      <Suspense>
        <AskDialog resource={resource} action={action} rows={rows} onClose={close} />
      </Suspense>
    )
  return (
    <ActionDialog
      key={`${action}-${rows[0]!.id}`}
      Dialog={dialogOf(own)}
      row={rows[0]!}
      rows={rows}
      onClose={close}
    />
  )
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
