import { Drawer } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { Entity } from '#contract/entity.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { readBegin, type Opened, type OpenKind } from './use-opened.ts'

const ShowScreen = lazy(() => import('./ShowScreen.tsx'))

interface RecordDrawerProps {
  resource: AnyResource
  opened: Opened
  /** What the list beneath is narrowed to: a record that is added there belongs to it. */
  filters: FormValue
  may: Permissions
  onClose: () => void
  onOpen: (kind: OpenKind, id?: number) => void
  onMade: (row: Row) => void
}

/**
 * A record over its list. Closing asks by itself: it is a change of address, which unsaved work
 * guards.
 */
export default function RecordDrawer({
  resource,
  opened,
  filters,
  may,
  onClose,
  onOpen,
  onMade,
}: RecordDrawerProps) {
  const isNarrow = useNarrow()
  // It goes with its address, before antd's drawer could give the focus back to what opened it.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  const { search } = useLocation()
  const begin = useMemo(() => {
    const { fields } = resource.entity as Entity
    const names = ((resource.form ?? []).flat() as string[]).filter(
      (name) =>
        fields[name]!.kind === 'ref' && fields[name]!.required && typeof filters[name] === 'number',
    )
    const given = readBegin(search)
    const known = Object.entries(given ?? {}).filter(([name]) => Object.hasOwn(fields, name))
    return names.length + known.length > 0
      ? Object.fromEntries([...names.map((name) => [name, filters[name]]), ...known])
      : undefined
  }, [resource, filters, search])
  const title = useScreenTitle(resource.entity, opened.kind)
  return (
    <Drawer
      open
      title={title}
      width={isNarrow ? '100%' : 'min(768px, 100vw)'}
      onClose={onClose}
      autoFocus={isNarrow || opened.kind === 'show'}
      destroyOnHidden
      maskClosable={opened.kind === 'show'}
    >
      {opened.kind === 'show' ? (
        <Suspense fallback={<ListSkeleton rows={5} />}>
          <ShowScreen
            resource={resource}
            id={opened.id!}
            onEdit={resource.form && may.edit ? () => onOpen('edit', opened.id) : undefined}
          />
        </Suspense>
      ) : (
        <FormScreen
          key={`${opened.kind}-${opened.id ?? 'new'}`}
          resource={resource}
          kind={opened.kind}
          id={opened.id}
          begin={opened.kind === 'create' ? begin : undefined}
          onDone={(row) => {
            onClose()
            if (opened.kind === 'create') onMade(row)
          }}
          onCancel={onClose}
        />
      )}
    </Drawer>
  )
}
