import { lazy, memo, Suspense, useState } from 'react'
import { moreSign, openActions, verbOf } from './actions.ts'
import { actionLabel, type Translate } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'

const RowMenu = lazy(() => import('./RowMenu.tsx'))

interface RowActionsProps {
  /** The list's, so that each row does not find it anew. */
  t: Translate
  resource: AnyResource
  row: Row
  may: Permissions
  /** On a card even the one verb waits in the menu. */
  isFolded?: boolean
  onAct: (action: string, row: Row) => void
}

/**
 * What can be done to one row as it stands: the one verb that applies, the rest behind a button.
 * What cannot be done is not drawn.
 */
export const RowActions = memo(function RowActions({
  t,
  resource,
  row,
  may,
  isFolded = false,
  onAct,
}: RowActionsProps) {
  const { entity } = resource
  const [isAsked, setAsked] = useState(false)
  const actions = openActions(resource, row, may)
  const verb = isFolded ? undefined : verbOf(actions)
  const rest = actions.filter((action) => action !== verb)
  const title = String(row[entity.title] ?? row.id)
  const name = t('kit:list.moreOf', { title })
  const more = (
    <button
      type="button"
      className="kit-more"
      aria-label={name}
      aria-haspopup="menu"
      onClick={() => setAsked(true)}
    >
      {moreSign}
    </button>
  )
  return (
    <span className="kit-actions">
      {verb && (
        <button
          type="button"
          className="kit-link"
          aria-label={t('kit:list.actionOn', { action: actionLabel(t, entity, verb), title })}
          onPointerDown={({ button, pointerType }) => {
            // A finger that comes down may be about to move the list.
            if (button === 0 && pointerType === 'mouse') resource.begins?.[verb]?.(row)
          }}
          onClick={() => onAct(verb, row)}
        >
          {actionLabel(t, entity, verb)}
        </button>
      )}
      {rest.length > 0 &&
        (isAsked ? (
          <Suspense fallback={more}>
            <RowMenu t={t} entity={entity} name={name} actions={rest} row={row} onAct={onAct} />
          </Suspense>
        ) : (
          more
        ))}
    </span>
  )
})
