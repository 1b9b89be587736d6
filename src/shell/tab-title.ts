import { screens } from '#contract/outlines.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { childPaths } from '#src/kit/definition/resource.ts'
import type { Tab } from './tabs.ts'

const kinds = Object.entries(childPaths).map(([kind, path]) => [kind, path.split('/')[0]] as const)
const byName = new Map(screens.map((screen) => [screen.name, screen]))

export const iconOf = (screen: string) => byName.get(screen)?.icon ?? ''
/** The entry of the menu on whose page a screen is a tab. */
export const familyOf = (screen: string) => byName.get(screen)?.tabOf ?? screen
/** The icon of the screen that an address belongs to. */
export function iconOfAddress(address: string): string {
  const [path = ''] = address.split('?')
  return (
    screens
      .filter(({ route }) => path === route || path.startsWith(`${route}/`))
      .sort((a, b) => b.route.length - a.route.length)[0]?.icon ?? ''
  )
}

/**
 * What a page under a screen's own is called: what it is about, as far as it has said so, or else
 * the number of that; and the verb of the address.
 */
export function childTitle(
  t: Translate,
  path: string,
  route: string,
  name?: string,
): string | null {
  const words = path.slice(route.length).split('/').filter(Boolean)
  if (words.length === 0 || !path.startsWith(`${route}/`)) return null
  const said = words
    .filter((word) => !name || !/^\d+$/.test(word))
    .map((word) => {
      const kind = kinds.find(([, first]) => first === word)?.[0]
      return kind ? t(`common:actions.${kind}`) : t(`menus:pages.${word}`, { defaultValue: word })
    })
    .join(' ')
  return name ? `${name} · ${said}` : said
}

export function tabTitle(
  t: Translate,
  { screen, path, name }: Pick<Tab, 'screen' | 'path' | 'name'>,
): string {
  const child = childTitle(t, path, byName.get(screen)?.route ?? path, name)
  const root = byName.get(screen)?.tabOf
  const own = t(`menus:screens.${screen}`)
  const title = root && !child ? `${t(`menus:screens.${root}`)} · ${own}` : own
  return child ? (name ? child : `${title} · ${child}`) : title
}
