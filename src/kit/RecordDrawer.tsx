import { Drawer } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNarrow } from '#src/ui/use-width.ts'
import { FormScreen } from './FormScreen.tsx'
import { ListSkeleton } from './ListState.tsx'
import type { AnyResource, Row } from './resource.ts'
import { useScreenTitle } from './use-screen-title.ts'
import type { May } from './use-may.ts'
import type { Opened, OpenKind } from './use-opened.ts'

const ShowScreen = lazy(() => import('./ShowScreen.tsx'))

interface RecordDrawerProps {
  resource: AnyResource
  opened: Opened
  may: May
  onClose: () => void
  onOpen: (kind: OpenKind, id?: number) => void
  onMade: (row: Row) => void
}

/** A record over its list. Closing asks by itself: it is a change of address, which unsaved work guards. */
export default function RecordDrawer({ resource, opened, may, onClose, onOpen, onMade }: RecordDrawerProps) {
  const isNarrow = useNarrow()
  // It goes with its address, before antd's drawer could give the focus back to what opened it.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
  }, [opener])
  const title = useScreenTitle(resource.entity, opened.kind)
  return (
    <Drawer open title={title} width={isNarrow ? '100%' : 640} onClose={onClose} autoFocus={isNarrow || opened.kind === 'show'} destroyOnHidden maskClosable={opened.kind === 'show'}>
      {opened.kind === 'show' ? (
        <Suspense fallback={<ListSkeleton rows={5} />}>
          <ShowScreen resource={resource} id={opened.id!} onEdit={resource.form && may.edit ? () => onOpen('edit', opened.id) : undefined} />
        </Suspense>
      ) : (
        <FormScreen key={`${opened.kind}-${opened.id ?? 'new'}`} resource={resource} kind={opened.kind} id={opened.id} onDone={(row) => { onClose(); if (opened.kind === 'create') onMade(row) }} onCancel={onClose} />
      )}
    </Drawer>
  )
}
