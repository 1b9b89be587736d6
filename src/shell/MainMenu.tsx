import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuCount } from './MenuCount.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import { MenuOwn, OwnPopup } from './MenuOwn.tsx'
import { isFlat, placeOf } from './menu-place.ts'
import { waitingIn, type Counts } from './use-counts.ts'
import type { Favorites } from './use-favorites.ts'

const openKey = 'menu_open'
const readOpen = () => localStorage.getItem(openKey) ?? ''

/** Brings where one is into sight, where the menu is longer than its room. */
function reveal(list: HTMLElement): void {
  const room = list.closest('nav')
  const here = list.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  // In a folded group it has no place.
  if (!room || !here || here.top === here.bottom) return
  const box = room.getBoundingClientRect()
  // Into the middle: what stands around it is seen as well. The page itself stays where it is.
  if (here.top < box.top || here.bottom > box.bottom)
    room.scrollTop += (here.top + here.bottom - box.top - box.bottom) / 2
}
/** What is looked at first of all, above the groups: they stand there whatever module is shown. */
const isPinned = ({ route, count }: MenuNode) =>
  route === '/web/farm/home' || count === 'approvals' || count === 'alarms'

interface MainMenuProps {
  /** The modules shown. */
  menu: readonly MenuNode[]
  /** The whole menu, whose first entries stand above. */
  all: readonly MenuNode[]
  isSlim: boolean
  counts: Counts
  favorites: Favorites
  /** The pages opened last. */
  recents: readonly MenuNode[]
  onGo?: () => void
}
/** Modules with their groups, of which one is open at a time; the one that one is in, to begin with. */
export function MainMenu({ menu, all, isSlim, counts, favorites, recents, onGo }: MainMenuProps) {
  const { pathname } = useLocation()
  const here = placeOf(all, pathname)
  const keyOf = (module: MenuNode, group: MenuNode) => `${module.code}/${group.code}`
  const own = here ? keyOf(here.module, here.group) : ''
  const [open, setOpen] = useState(() => own || readOpen())
  const [seen, setSeen] = useState(own)
  // Whoever comes somewhere sees where that is.
  if (own !== seen) {
    setSeen(own)
    setOpen(own || open)
  }
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    // Its first report comes after the layout; asked for sooner, the browser would lay out twice.
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      reveal(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [pathname, menu.length])
  const toggle = (key: string) => {
    const next = key === open ? '' : key
    localStorage.setItem(openKey, next)
    setOpen(next)
  }
  const link = (entry: MenuNode, hasIcon: boolean) => (
    // Two screens may be opened by one code.
    <li key={entry.route}>
      <MenuLink
        screen={entry}
        isHere={entry === here?.entry}
        hasIcon={hasIcon || isSlim}
        isSlim={isSlim}
        waiting={waitingIn(entry, counts)}
        onGo={onGo}
      />
    </li>
  )
  const pinned = all.flatMap(({ children }) =>
    children.flatMap((group) => group.children.filter(isPinned)),
  )
  // What stands above anyway is not said twice.
  const atHand = recents.filter((screen) => !isPinned(screen))
  return (
    <div ref={list} className="menu" data-slim={isSlim}>
      <ul>{pinned.map((entry) => link(entry, true))}</ul>
      {isSlim ? (
        <OwnPopup favorites={favorites} recents={atHand} look="side" />
      ) : (
        <MenuOwn favorites={favorites} recents={atHand} onGo={onGo} />
      )}
      {menu.map((module) => {
        const isShort = isFlat(module)
        const groups = module.children
          .map((group) => ({
            ...group,
            children: group.children.filter((entry) => !isPinned(entry)),
          }))
          .filter(({ children }) => children.length > 0)
        return (
          <section key={module.code} aria-label={module.name}>
            <p className="menu-module">{module.name}</p>
            <ul>
              {groups.map((group, at) => {
                const key = keyOf(module, group)
                const isOpen = isShort || isSlim || key === open
                const line = group.isSetUp && at > 0 && !groups[at - 1]!.isSetUp
                return (
                  <li key={key} className={line ? 'menu-line' : undefined}>
                    {!isShort && !isSlim && (
                      <button
                        type="button"
                        className="menu-group"
                        aria-expanded={isOpen}
                        onClick={() => toggle(key)}
                      >
                        <MenuIcon name={group.icon} />
                        <span>{group.name}</span>
                        {!isOpen && <MenuCount waiting={waitingIn(group, counts)} />}
                        <MenuIcon name={isOpen ? 'down' : 'right'} />
                      </button>
                    )}
                    {isOpen && (
                      <ul className={isShort ? undefined : 'menu-entries'}>
                        {group.children.map((entry) => link(entry, isShort))}
                      </ul>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
