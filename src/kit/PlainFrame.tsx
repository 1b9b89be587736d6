import { Outlet, useMatches } from 'react-router'
import type { Definition } from './resource.ts'
import { useLabels } from './use-labels.ts'

/** The screen under its own name and nothing around it: how a page looks where the shell is not wanted. */
export function PlainFrame() {
  const t = useLabels()
  const definition = useMatches().at(-1)?.handle as Definition | undefined
  return (
    <main style={{ padding: 16 }}>
      {definition && <h1>{t(`menus:screens.${definition.screen.name}`)}</h1>}
      <Outlet />
    </main>
  )
}
