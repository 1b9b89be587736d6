import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Screen } from '#contract/screen.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { HeadContext } from '#src/ui/page-head.tsx'
import { childTitle } from './tab-title.ts'

interface PageHeadProps {
  screen: Screen | undefined
  path: string
  /** What the page is about, once it has said so. */
  about: string | undefined
  /** The page itself; what it draws into the head goes there. */
  children: ReactNode
}

/**
 * The row above a page: its name, said once on arrival, and what the page puts beside it. A page
 * under another one leads back to that; its own heading is in the page.
 */
export function PageHead({ screen, path, about, children }: PageHeadProps) {
  const t = useLabels()
  const { t: shell } = useTranslation('shell')
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const title = screen ? t(`menus:screens.${screen.name}`) : t('common:empty.noFound')
  const child = screen ? childTitle(t, path, screen.route, about) : null
  const name = child ? `${title} · ${child}` : title
  // A page in the background has no effects: whichever runs is the one in sight.
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${name} · Furrow`
  }, [name])
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
        <div className="page-beside" ref={setBeside} />
        <div className="page-tools" ref={setTools} />
        <p className="shell-said" role="status">
          {said}
        </p>
      </header>
      {children}
    </HeadContext.Provider>
  )
}
