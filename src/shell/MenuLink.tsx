import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MenuNode, Waiting } from '#contract/account/menus.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuCount } from './MenuCount.tsx'

interface MenuLinkProps {
  screen: MenuNode
  isHere: boolean
  hasIcon?: boolean
  isSlim?: boolean
  waiting?: Waiting
  onGo?: () => void
}
/** One screen in a menu of any layout, with what waits behind it, and whether it is new. */
export function MenuLink({ screen, isHere, hasIcon, isSlim, waiting, onGo }: MenuLinkProps) {
  const { t } = useTranslation('shell')
  return (
    <Link
      to={screen.route}
      className="menu-link"
      title={isSlim ? screen.name : undefined}
      aria-label={isSlim ? screen.name : undefined}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    >
      {hasIcon && <MenuIcon name={screen.icon} />}
      <span>{screen.name}</span>
      {screen.marker && (
        <em className="menu-marker" data-marker={screen.marker}>
          {t(`menu.markers.${screen.marker}`)}
        </em>
      )}
      {waiting && <MenuCount waiting={waiting} />}
    </Link>
  )
}
