import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuIcon } from './MenuIcon.tsx'

export const isHere = (path: string, route: string) =>
  path === route || path.startsWith(`${route}/`)

/** One screen in a menu of any layout, with what is to be said of it: new, or much used. */
export function MenuLink({
  screen,
  isSlim,
  onGo,
}: {
  screen: MenuNode
  isSlim?: boolean
  onGo?: () => void
}) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  return (
    <Link
      to={screen.route}
      className="menu-link"
      title={isSlim ? screen.name : undefined}
      aria-current={isHere(pathname, screen.route) ? 'page' : undefined}
      onClick={onGo}
    >
      <MenuIcon name={screen.icon} />
      <span>{screen.name}</span>
      {screen.marker && (
        <em className="menu-marker" data-marker={screen.marker}>
          {t(`menu.markers.${screen.marker}`)}
        </em>
      )}
    </Link>
  )
}
