import { listPreferences, saveListPreference, type ListSettings } from '#contract/account/self.ts'
import { afterFirstPaint } from '#src/lib/first-paint.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { call } from './call.ts'
import { currentScope, onScopeChange } from './scope.ts'

type All = Readonly<Record<string, ListSettings>>
const usual: ListSettings = {
  hidden: [],
  shown: [],
  order: [],
  pinned: [],
  widths: {},
  density: 'middle',
}
const listeners = new Set<() => void>()

/** What this browser knew last, so that a list does not change its columns under the reader. */
function kept(): All {
  try {
    const { tenant, lists } = JSON.parse(localStorage.getItem(storedKeys.listSettings) ?? '{}') as {
      tenant?: number
      lists?: All
    }
    return tenant === currentScope()?.tenantId && lists ? lists : {}
  } catch {
    return {}
  }
}
let all: All | undefined

function show(next: All): void {
  all = next
  localStorage.setItem(
    storedKeys.listSettings,
    JSON.stringify({ tenant: currentScope()?.tenantId, lists: next }),
  )
  listeners.forEach((listener) => listener())
}
async function load(): Promise<void> {
  await afterFirstPaint()
  if ((currentScope()?.tenantId ?? -1) < 1) return
  const lists = await call(listPreferences, {}, { quiet: true })
  const next = Object.fromEntries(lists.map(({ screen, settings }) => [screen, settings]))
  if (JSON.stringify(next) !== JSON.stringify(all ?? kept())) show(next)
}
// The settings of the last visit serve until these have come; without an answer they go on serving.
const loadQuietly = () => void load().catch(() => undefined)
let isLoading = false
onScopeChange(() => {
  all = undefined
  if (isLoading) loadQuietly()
})

/** Called when one of them changes. Answers how to stop. */
export function onListSettings(listener: () => void): () => void {
  if (!isLoading) {
    isLoading = true
    loadQuietly()
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function listSettingsOf(screen: string): ListSettings {
  // What an older version of the console kept lacks what came later.
  all ??= Object.fromEntries(
    Object.entries(kept()).map(([name, settings]) => [name, { ...usual, ...settings }]),
  )
  return all[screen] ?? usual
}
/** Shown at once and kept on the server, for every browser of this person. */
export async function saveListSettings(
  screen: string,
  change: Partial<ListSettings>,
): Promise<void> {
  const settings = { ...listSettingsOf(screen), ...change }
  show({ ...all, [screen]: settings })
  await call(saveListPreference, { screen, settings })
}
