import type { MenuNode } from '#contract/account/menus.ts'

export interface MenuPlace {
  module: MenuNode
  group: MenuNode
  entry: MenuNode
  /** The tab of the entry whose address it is, or the entry itself. */
  screen: MenuNode
}
/** Every address of the menu with where it stands; an entry's tabs one by one. */
export const placesOf = (menu: readonly MenuNode[]): MenuPlace[] =>
  menu.flatMap((module) =>
    module.children.flatMap((group) =>
      group.children.flatMap((entry) =>
        (entry.children.length > 0 ? entry.children : [entry]).map((screen) => ({
          module,
          group,
          entry,
          screen,
        })),
      ),
    ),
  )
/** Where a path stands: under the longest address that it begins with. */
export function placeOf(menu: readonly MenuNode[], path: string): MenuPlace | undefined {
  return placesOf(menu)
    .filter(({ screen: { route } }) => path === route || path.startsWith(`${route}/`))
    .sort((a, b) => b.screen.route.length - a.screen.route.length)[0]
}
/** As few entries as these need no groups to fold. */
export const mostFlat = 9
export const isFlat = ({ children }: MenuNode) =>
  children.reduce((sum, group) => sum + group.children.length, 0) <= mostFlat
