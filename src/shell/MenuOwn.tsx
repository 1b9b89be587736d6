import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '#contract/account/menus.ts'
import { FavoriteLinks } from './FavoriteLinks.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import { MenuPopup } from './ModulePopup.tsx'
import type { Favorites } from './use-favorites.ts'

interface OwnProps {
  favorites: Favorites
  recents: readonly MenuNode[]
  onGo?: () => void
}
const openKey = 'menu_recents'

function RecentLinks({ recents, onGo }: Pick<OwnProps, 'recents' | 'onGo'>) {
  return (
    <ul className="menu-entries">
      {recents.map((screen) => (
        <li key={screen.route}>
          <MenuLink screen={screen} isHere={false} onGo={onGo} />
        </li>
      ))}
    </ul>
  )
}

/** What a person keeps at hand, above the modules: favorites, and folded below them the last pages. */
export function MenuOwn({ favorites, recents, onGo }: OwnProps) {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(() => localStorage.getItem(openKey) === '1')
  const toggle = () => {
    localStorage.setItem(openKey, isOpen ? '0' : '1')
    setOpen(!isOpen)
  }
  return (
    <>
      {favorites.links.length > 0 && (
        <>
          <p className="menu-module">{t('menu.favorites')}</p>
          <FavoriteLinks favorites={favorites} onGo={onGo} />
        </>
      )}
      {recents.length > 0 && (
        <>
          <button type="button" className="menu-group" aria-expanded={isOpen} onClick={toggle}>
            <MenuIcon name="history" />
            <span>{t('menu.recent')}</span>
            <MenuIcon name={isOpen ? 'down' : 'right'} />
          </button>
          {isOpen && <RecentLinks recents={recents} onGo={onGo} />}
        </>
      )}
    </>
  )
}

/** The same behind a button, where the menu is one. */
export function OwnPopup({ favorites, recents, look }: OwnProps & { look: 'top' | 'side' }) {
  const { t } = useTranslation('shell')
  if (favorites.links.length + recents.length === 0) return null
  return (
    <MenuPopup name={t('menu.own')} icon="star" look={look} width={220} split="own">
      {(close) => (
        <>
          {favorites.links.length > 0 && (
            <section>
              <h2>{t('menu.favorites')}</h2>
              <FavoriteLinks favorites={favorites} onGo={close} />
            </section>
          )}
          {recents.length > 0 && (
            <section>
              <h2>{t('menu.recent')}</h2>
              <RecentLinks recents={recents} onGo={close} />
            </section>
          )}
        </>
      )}
    </MenuPopup>
  )
}
