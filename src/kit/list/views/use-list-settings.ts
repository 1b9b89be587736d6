import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import { listSettingsOf, onListSettings, saveListSettings } from '#src/api/list-settings.ts'
import { ordered, shownColumns } from '#src/kit/list/columns/list-columns.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'

/**
 * The columns and the density a person chose for a list, wherever they sign in. A column that is
 * new to the product shows itself.
 */
export function useListSettings({ screen, list }: AnyResource) {
  const settings = useSyncExternalStore(onListSettings, () => listSettingsOf(screen.name))
  const columns = useMemo(
    () => ordered(list.columns, settings.order),
    [list.columns, settings.order],
  )
  const names = useMemo(
    () => shownColumns(columns, settings, list.more),
    [columns, settings, list.more],
  )
  // A refusal has been told by the client; what was chosen stays shown.
  const set = useCallback(
    (change: Partial<ListSettings>) =>
      void saveListSettings(screen.name, change).catch(() => undefined),
    [screen],
  )
  return { settings, columns, names, set }
}
