import { useEffect } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import type { Outline } from '#src/kit/definition/outline.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { useDeployment } from './sign-in/use-deployment.ts'
import { useFirstPaint } from './use-first-paint.ts'

/** A page in a window of its own: nothing around it but what says that the network is gone. */
export function OwnWindow() {
  const t = useLabels()
  // What happens elsewhere is told from then on, here as in the frame.
  useFirstPaint()
  const { pathname } = useLocation()
  const definition = useMatches().at(-1)?.handle as Outline | undefined
  const name = definition ? t(`menus:screens.${definition.screen.name}`) : ''
  const host = useDeployment({ isInside: true }).title ?? 'Furrow'
  useEffect(() => {
    document.title = `${name} · ${host}`
  }, [name, host])
  return (
    <main className="own-window">
      <h1 className="shell-said">{name}</h1>
      <OfflineBanner />
      <PageBoundary path={pathname}>
        <Outlet />
      </PageBoundary>
    </main>
  )
}
