import { useCallback, useSyncExternalStore } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import { listSettingsOf, onListSettings, saveListSettings } from '#src/api/list-settings.ts'
import type { AnyResource } from './resource.ts'

/** The columns and the density a person chose for a list, wherever they sign in. A column that is new to the product shows itself. */
export function useListSettings({ screen, list }: AnyResource) {
  const all: readonly string[] = list.columns
  const { hidden, density } = useSyncExternalStore(onListSettings, () => listSettingsOf(screen.name))
  const names = hidden.length ? all.filter((name) => !hidden.includes(name)) : all
  // A refusal has been told by the client; what was chosen stays shown.
  const set = useCallback((change: Partial<ListSettings>) => void saveListSettings(screen.name, change).catch(() => undefined), [screen])
  return { all, names, density, set }
}
