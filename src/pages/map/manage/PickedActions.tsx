import { Button, Drawer } from 'antd'
import { useRef, useState } from 'react'
import { useRunAction } from '#src/kit/actions/use-run-action.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FormScreen, type FormHandle } from '#src/kit/form/FormScreen.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
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
  const isNarrow = useNarrow()
  const form = useRef<FormHandle>(null)
  const [isOpen, setOpen] = useState(false)
  const close = async () => {
    if ((await form.current?.leave()) ?? true) setOpen(false)
  }
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
        <Drawer
          open
          width={isNarrow ? '100%' : 720}
          title={title}
          maskClosable={false}
          onClose={() => void close()}
        >
          <FormScreen
            ref={form}
            resource={resource}
            kind="edit"
            id={thing.id}
            onCancel={() => void close()}
            onDone={() => {
              setOpen(false)
              onChanged()
            }}
          />
        </Drawer>
      )}
    </>
  )
}
