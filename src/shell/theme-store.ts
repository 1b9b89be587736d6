import { defaultTheme, theme as themeShape, type Theme } from '#contract/account/tenant.ts'

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
/** A stored theme, with defaults for what a later version added. */
export function parseTheme(text: string | null): Theme {
  const parsed = themeShape.partial().safeParse(JSON.parse(text ?? '{}'))
  return { ...defaultTheme, ...(parsed.success ? (parsed.data as Partial<Theme>) : {}) }
}

// The last one of this browser until the server has answered, so that nothing changes colour after the first paint.
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
