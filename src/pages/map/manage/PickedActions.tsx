import { Button } from 'antd'
import { useState } from 'react'
import { useRunAction } from '#src/kit/actions/use-run-action.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { formsOf, type NewKind } from './new-thing.ts'
import type { Thing } from './use-places.ts'

interface PickedActionsProps {
  kind: NewKind
  thing: Thing
  onChanged: () => void
  onDeleted: () => void
}
const asked = ['edit', 'delete']

/** What else is known of the chosen thing, changed in its own form; or that it is there no longer. */
export function PickedActions({ kind, thing, onChanged, onDeleted }: PickedActionsProps) {
  const t = useLabels({ module: 'map' })
  const resource = useResourceNamed(formsOf[kind].name)
  const may = usePermissions(resource, asked) ?? {}
  const title = useScreenTitle(resource.entity, 'edit')
  const { run } = useRunAction(resource)
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    const row = { id: thing.id, [resource.entity.title]: thing.name }
    if (await run('delete', row)) onDeleted()
  }
  return (
    <>
      {may.edit && <Button onClick={() => setOpen(true)}>{t('map:manage.edit')}</Button>}
      {may.delete && (
        <Button danger onClick={() => void remove()}>
          {t('common:actions.delete')}
        </Button>
      )}
      {isOpen && (
        <FormDrawer
          title={title}
          resource={resource}
          kind="edit"
          id={thing.id}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}
