import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import type { Screen } from '#contract/screen.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { childTitle } from './tab-title.ts'
import { screensOf } from './use-menu.ts'

interface CrumbsProps {
  menu: readonly MenuNode[]
  screen: Screen | undefined
  path: string
  /** What the page is about, once it has said so. */
  about: string | undefined
}

/**
 * Where one is: the way there, the page's name as its heading and in the window's title, said once
 * on arrival.
 */
export function Crumbs({ menu, screen, path, about }: CrumbsProps) {
  const t = useLabels()
  const { t: shell } = useTranslation('shell')
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(path)
  const title = screen ? t(`menus:screens.${screen.name}`) : t('common:empty.noFound')
  const child = screen ? childTitle(t, path, screen.route, about) : null
  const name = child ? `${title} · ${child}` : title
  const [said, setSaid] = useState('')
  const way = screen && screensOf(menu).find((entry) => entry.screen.route === screen.route)
  useEffect(() => {
    document.title = `${name} · Furrow`
  }, [name])
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    // After a click in the menu, reading goes on at the page; a dialog that opened with it keeps
    // the focus.
    if (!document.querySelector('[role=dialog]')) heading.current?.focus({ preventScroll: true })
    setSaid(name)
  }, [path, name])
  return (
    <header className="crumbs">
      <nav aria-label={shell('crumbs')}>
        <ol>
          {way && (
            <>
              <li>{way.module.name}</li>
              {way.group.children.length > 1 && <li>{way.group.name}</li>}
            </>
          )}
          {child ? (
            <>
              <li>
                <Link to={screen!.route}>{title}</Link>
              </li>
              <li aria-current="page">{child}</li>
            </>
          ) : (
            <li aria-current="page">{title}</li>
          )}
        </ol>
      </nav>
      {/* A child page has a heading of its own to be seen. */}
      <h1 ref={heading} tabIndex={-1} className={child ? 'shell-said' : undefined}>
        {name}
      </h1>
      <p className="shell-said" role="status">
        {said}
      </p>
    </header>
  )
}
