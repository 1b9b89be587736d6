import { Button } from 'antd'
import { actionsOf, isDangerous, openActions } from '#src/kit/actions/actions.ts'
import { useRowActions } from '#src/kit/actions/use-row-actions.tsx'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOpened } from './use-opened.ts'

interface Props {
  resource: AnyResource
  row: Row
  /** Actions beside those that delete which end something: in red. */
  ending?: readonly string[]
  /** Where to, once it is deleted. */
  onDeleted: () => void
}

/** What may be done with a record on a page of its own: the next thing first. */
export function RecordActions({ resource, row, ending = [], onDeleted }: Props) {
  const t = useLabels(resource.entity)
  const { show } = useOpened(resource)
  const may = usePermissions(resource, actionsOf(resource)) ?? {}
  const { onAct, dialog } = useRowActions(resource, may, show, onDeleted, () => undefined)
  return (
    <>
      {openActions(resource, row, may).map((action, at) => (
        <Button
          key={action}
          type={at === 0 && !isDangerous(action) ? 'primary' : 'default'}
          danger={isDangerous(action) || ending.includes(action)}
          onClick={() => onAct(action, row)}
        >
          {actionLabel(t, resource.entity, action)}
        </Button>
      ))}
      {dialog}
    </>
  )
}
