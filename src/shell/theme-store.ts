import { defaultTheme, themeChoices, themeColour, type Theme } from '#contract/account/tenant.ts'

const key = 'theme'
type Listener = () => void
const listeners = new Set<Listener>()

function read(): Theme {
  try {
    return parseTheme(localStorage.getItem(key))
  } catch {
    return defaultTheme
  }
}
const mayBe = (name: string, value: unknown) =>
  name in themeChoices
    ? (themeChoices[name as keyof typeof themeChoices] as readonly unknown[]).includes(value)
    : typeof value === 'string' && themeColour.test(value)

/** A stored theme, with defaults for what a later version added or no longer knows. */
export function parseTheme(text: string | null): Theme {
  const stored = JSON.parse(text ?? '{}') as Record<string, unknown> | null
  const known = Object.keys(defaultTheme).filter((name) => mayBe(name, stored?.[name]))
  return { ...defaultTheme, ...Object.fromEntries(known.map((name) => [name, stored?.[name]])) }
}

// The last one of this browser until the server has answered, so that nothing changes colour after
// the first paint.
let current = read()

export const currentTheme = () => current
export function showTheme(next: Theme): void {
  current = next
  localStorage.setItem(key, JSON.stringify(next))
  listeners.forEach((listener) => listener())
}
export function onTheme(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
