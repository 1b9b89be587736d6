/**
 * Light or dark before anything is drawn, as it was at the last visit: whoever works in the dark is
 * not met by a white page first. The sign-in page goes by the system, and so do others where the
 * theme does.
 */
export function showFirstLook(isBeforeSignIn: boolean): void {
  const chosen = isBeforeSignIn ? 'system' : appearanceLastTime()
  const isDark =
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.appearance = isDark ? 'dark' : 'light'
}

function appearanceLastTime(): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem('theme') ?? '{}') as {
      appearance?: unknown
    } | null
    return kept?.appearance
  } catch {
    return undefined
  }
}
