import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Screen } from '#contract/screen.ts'
import { useIsListed } from './use-is-listed.ts'

interface ScreenLinkProps {
  screen: Screen
  /** Under the screen's route. */
  to: string
  className?: string
  label?: string
  title?: string
  children: ReactNode
}

/** A link for whoever may open where it leads; its words alone for others. */
export function ScreenLink({
  screen,
  to,
  className = 'kit-link',
  label,
  title,
  children,
}: ScreenLinkProps) {
  const isListed = useIsListed(screen)
  return isListed ? (
    <Link className={className} to={to} aria-label={label} title={title}>
      {children}
    </Link>
  ) : (
    <span
      className={
        className === 'kit-link' ? undefined : className.replace(/\bkit-link\b/, '').trim()
      }
      title={title}
    >
      {children}
    </span>
  )
}
