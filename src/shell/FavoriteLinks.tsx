import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { iconOfAddress } from './tab-title.ts'
import { MenuIcon } from './MenuIcon.tsx'
import type { Favorites } from './use-favorites.ts'

/** Addresses that a person keeps; dragged into another order, or by Alt and arrows. */
export function FavoriteLinks({ favorites, onGo }: { favorites: Favorites; onGo?: () => void }) {
  const { pathname, search } = useLocation()
  const [dragged, setDragged] = useState<number>()
  return (
    <ul>
      {favorites.links.map(({ address, name }, at) => (
        <li
          key={address}
          draggable
          onDragStart={() => setDragged(at)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== undefined && favorites.move(dragged, at)}
          onKeyDown={(event) => {
            const to = at + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
            if (!event.altKey || to === at || to < 0 || to >= favorites.links.length) return
            event.preventDefault()
            favorites.move(at, to)
          }}
        >
          <Link
            to={address}
            className="menu-link"
            aria-current={address === pathname + search ? 'page' : undefined}
            onClick={onGo}
          >
            <MenuIcon name={iconOfAddress(address)} />
            <span>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
