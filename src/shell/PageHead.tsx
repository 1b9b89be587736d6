import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import type { Screen } from '#contract/screen.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { HeadContext } from '#src/ui/page-head.tsx'
import { FamilyTabs } from './FamilyTabs.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { placeOf } from './menu-place.ts'
import { useDeployment } from './sign-in/use-deployment.ts'
import { childTitle } from './tab-title.ts'
import type { Favorites } from './use-favorites.ts'

interface PageHeadProps {
  screen: Screen | undefined
  path: string
  /** What the page is about, once it has said so. */
  about: string | undefined
  menu: readonly MenuNode[]
  /** Absent where nobody's are kept. */
  favorites: Favorites | undefined
  onHelp: () => void
  /** The page itself; what it draws into the head goes there. */
  children: ReactNode
}

/**
 * The row above a page: its name, said once on arrival, and what the page puts beside it. A page
 * under another one leads back to that; its own heading is in the page.
 */
export function PageHead({
  screen,
  path,
  about,
  menu,
  favorites,
  onHelp,
  children,
}: PageHeadProps) {
  const t = useLabels()
  const { t: shell } = useTranslation('shell')
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const title = screen ? t(`menus:screens.${screen.name}`) : t('common:empty.noFound')
  const child = screen ? childTitle(t, path, screen.route, about) : null
  const name = child ? `${title} · ${child}` : title
  const { search } = useLocation()
  const place = placeOf(menu, path)
  const family = child ? undefined : place?.entry
  const isKept = favorites?.has(path + search) ?? false
  // A page in the background has no effects: whichever runs is the one in sight.
  const isFirst = useRef(true)
  const host = useDeployment({ isInside: true }).title ?? 'Furrow'
  useEffect(() => {
    document.title = `${name} · ${host}`
  }, [name, host])
  useEffect(() => {
    if (isFirst.current && document.activeElement === document.body) {
      isFirst.current = false
      return
    }
    isFirst.current = false
    // After a click in the menu, reading goes on at the page; a dialog that opened with it keeps
    // the focus.
    if (!document.querySelector('[role=dialog]')) heading.current?.focus({ preventScroll: true })
    setSaid(name)
  }, [path, name])
  return (
    <HeadContext.Provider value={{ beside, tools }}>
      <header className="page-head" data-screen={screen?.name}>
        {child && (
          <nav aria-label={shell('crumbs')}>
            <ol>
              <li>
                <Link to={screen!.route}>{title}</Link>
              </li>
              <li aria-current="page">{child}</li>
            </ol>
          </nav>
        )}
        <h1 ref={heading} tabIndex={-1} className={child ? 'shell-said' : undefined}>
          {name}
        </h1>
        {favorites && screen && (
          <button
            type="button"
            className="head-icon"
            aria-pressed={isKept}
            aria-label={shell(isKept ? 'favorite.remove' : 'favorite.add')}
            title={shell(
              isKept ? 'favorite.remove' : favorites.isFull ? 'favorite.full' : 'favorite.add',
            )}
            disabled={!isKept && favorites.isFull}
            onClick={() => favorites.toggle({ address: path + search, name: name.slice(0, 60) })}
          >
            <MenuIcon name="star" />
          </button>
        )}
        <button
          type="button"
          className="head-icon"
          aria-label={shell('help')}
          aria-haspopup="dialog"
          title={shell('help')}
          onClick={onHelp}
        >
          <span className="head-help" aria-hidden="true">
            ?
          </span>
        </button>
        <div className="page-beside" ref={setBeside} />
        <div className="page-tools" ref={setTools} />
        <p className="shell-said" role="status">
          {said}
        </p>
      </header>
      {family && family.children.length > 1 && <FamilyTabs entry={family} path={path} />}
      <PageBoundary key={path} path={path}>
        {children}
      </PageBoundary>
    </HeadContext.Provider>
  )
}
