import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { listViews } from '#contract/account/list-views.ts'
import type { ListSettings } from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'

/**
 * Screens whose own first address has been looked at: a person who clears the filters afterwards
 * wants them cleared.
 */
const begun = new Set<string>()

/** Opens a list with the view that the person begins with, where its address asks for nothing. */
export function useDefaultView(screen: string, { defaultView }: ListSettings): void {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (begun.has(screen)) return
    if (search !== '') begun.add(screen)
    if (search !== '' || !defaultView) return
    begun.add(screen)
    // A view that is gone leaves the list as it is.
    void call(listViews, { screen }, { quiet: true }).then(
      (views) => {
        const view = views.find(({ id }) => id === defaultView)
        if (view) void navigate({ pathname, search: view.query }, { replace: true })
      },
      () => undefined,
    )
  }, [screen, defaultView, search, pathname, navigate])
}
