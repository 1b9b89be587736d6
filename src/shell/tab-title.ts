import { screens } from '#contract/screens.ts'
import type { Translate } from '#src/kit/label.ts'
import { childPaths } from '#src/kit/resource.ts'

const kinds = Object.entries(childPaths).map(([kind, path]) => [kind, path.split('/')[0]] as const)
const byName = new Map(screens.map((screen) => [screen.name, screen]))

export const iconOf = (screen: string) => byName.get(screen)?.icon ?? ''

/** What a page under a screen's own is called: the verb of the address, and the number it is about. */
export function childTitle(t: Translate, path: string, route: string): string | null {
  const words = path.slice(route.length).split('/').filter(Boolean)
  if (words.length === 0 || !path.startsWith(`${route}/`)) return null
  return words.map((word) => {
    const kind = kinds.find(([, first]) => first === word)?.[0]
    return kind ? t(`common:actions.${kind}`) : t(`menus:pages.${word}`, { defaultValue: word })
  }).join(' ')
}

export function tabTitle(t: Translate, screen: string, path: string): string {
  const child = childTitle(t, path, byName.get(screen)?.route ?? path)
  return `${t(`menus:screens.${screen}`)}${child ? ` · ${child}` : ''}`
}
