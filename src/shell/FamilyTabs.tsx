import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuIcon } from './MenuIcon.tsx'

/** Where each tab was left: filters and page go with it. */
const left = new Map<string, string>()

/** Addresses that share a page: one strip of tabs, the one that is shown in sight. */
export function FamilyTabs({ entry, path }: { entry: MenuNode; path: string }) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => () => void left.set(path, location.search), [path])
  useEffect(() => {
    const element = strip.current
    const here = element?.querySelector<HTMLElement>('[aria-current]')
    if (!element || !here) return
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      element.scrollLeft = here.offsetLeft - (element.clientWidth - here.offsetWidth) / 2
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [path])
  return (
    <nav ref={strip} className="family-tabs" aria-label={entry.name}>
      {entry.children.map((tab) => (
        <Link
          key={tab.route}
          to={{ pathname: tab.route, search: left.get(tab.route) ?? '' }}
          aria-current={tab.route === path ? 'page' : undefined}
        >
          <MenuIcon name={tab.icon} />
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}
