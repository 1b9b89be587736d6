import { refusedBecause } from './actions.ts'
import { actionLabel, type Translate } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'

interface RowActionsProps {
  /** The list's, so that each row does not find it anew. */
  t: Translate
  resource: AnyResource
  row: Row
  may: Permissions
  onAct: (action: string, row: Row) => void
}

/**
 * What can be done to one row: without the code not drawn, in the wrong state closed and saying
 * why.
 */
export function RowActions({ t, resource, row, may, onAct }: RowActionsProps) {
  const { entity, list } = resource
  const actions = (list.rowActions ?? []).filter(
    (action: string) =>
      action !== 'show' &&
      may[action] &&
      !(list.openOnly && refusedBecause(t, entity, action, row)),
  )
  return (
    <span className="kit-actions">
      {actions.map((action: string) => {
        const label = actionLabel(t, entity, action)
        const reason = refusedBecause(t, entity, action, row)
        const isDanger = action === 'delete' || action === 'void'
        return (
          <button
            key={action}
            type="button"
            className={isDanger ? 'kit-link kit-danger' : 'kit-link'}
            // Not `disabled`: that would hide the reason from the keyboard and from screen readers.
            aria-disabled={reason ? true : undefined}
            title={reason ?? undefined}
            aria-label={t('kit:list.actionOn', {
              action: label,
              title: String(row[entity.title] ?? row.id),
              reason: reason ?? '',
            }).trim()}
            onClick={() => reason || onAct(action, row)}
          >
            {label}
          </button>
        )
      })}
    </span>
  )
}
