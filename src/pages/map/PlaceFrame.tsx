import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PopupClose } from '#src/features/equipment/PopupClose.tsx'

interface PlaceFrameProps {
  name: string
  kind: string
  links: readonly { to: string; text: string }[]
  children: ReactNode
  onClose: () => void
}
/** What is open on the map: its name, what it is, and the ways to its record. */
export function PlaceFrame({ name, kind, links, children, onClose }: PlaceFrameProps) {
  return (
    <div className="map-popup farm-map-place" role="dialog" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <small>{kind}</small>
      </header>
      {children}
      {links.length > 0 && (
        <footer>
          {links.map(({ to, text }) => (
            <Link key={to} className="kit-link" to={to}>
              {text}
            </Link>
          ))}
        </footer>
      )}
      <PopupClose onClose={onClose} />
    </div>
  )
}
