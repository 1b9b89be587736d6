import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isFirstPaintDone, onFirstPaint } from '#src/lib/first-paint.ts'
import type { ListToolsProps } from '#src/kit/list/ListTools.tsx'

const ViewTabs = lazy(() => import('./ViewTabs.tsx'))

/** A list's views beside its title: they come once its rows stand. */
export function ListViews(props: Pick<ListToolsProps, 'resource' | 'settings' | 'onSet'>) {
  const isDone = useSyncExternalStore(onFirstPaint, isFirstPaintDone)
  return (
    isDone && (
      <Suspense>
        <ViewTabs {...props} />
      </Suspense>
    )
  )
}
