import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuIcon } from './MenuIcon.tsx'
import type { TypeCount } from '#contract/equipment/device-calls.ts'
import { useTypeCounts } from './use-type-counts.ts'

const FamilyMore = lazy(() => import('./FamilyMore.tsx'))

/** Where each tab was left: filters and page go with it. */
const left = new Map<string, string>()

/**
 * Addresses that share a page: one strip of tabs, the one that is shown in sight. Types of devices
 * say how many there are and whether any needs somebody; those without any wait behind the last one.
 */
export function FamilyTabs({ entry, path }: { entry: MenuNode; path: string }) {
  const { t } = useTranslation('shell')
  const strip = useRef<HTMLElement>(null)
  const countOf = useTypeCounts(entry)
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
  }, [path, countOf])
  const isAside = (tab: MenuNode) => tab.route !== path && countOf?.(tab.route)?.count === 0
  const link = (tab: MenuNode) => {
    const counted = countOf?.(tab.route)
    return (
      <Link
        key={tab.route}
        to={{ pathname: tab.route, search: left.get(tab.route) ?? '' }}
        aria-current={tab.route === path ? 'page' : undefined}
      >
        <MenuIcon name={tab.icon} />
        {tab.name}
        {counted && <span className="family-count">{counted.count}</span>}
        {counted && <FamilyDot {...counted} />}
      </Link>
    )
  }
  const aside = entry.children.filter(isAside)
  return (
    <nav ref={strip} className="family-tabs" aria-label={entry.name}>
      {entry.children.filter((tab) => !isAside(tab)).map(link)}
      {aside.length > 0 && (
        <Suspense
          fallback={
            <button type="button" className="family-more">
              {t('tabs.more')}
            </button>
          }
        >
          <FamilyMore items={aside.map((tab) => ({ key: tab.route, label: link(tab) }))} />
        </Suspense>
      )}
    </nav>
  )
}

/** Red: an alarm that nobody has acknowledged; grey: devices that are not to be heard. */
function FamilyDot({ alarmed, offline }: TypeCount) {
  const { t } = useTranslation('shell')
  if (alarmed + offline === 0) return null
  const said = [
    alarmed > 0 && t('tabs.alarmed', { count: alarmed }),
    offline > 0 && t('tabs.offline', { count: offline }),
  ]
    .filter(Boolean)
    .join(t('tabs.and'))
  return (
    <i className="family-dot" data-urgent={alarmed > 0} role="img" aria-label={said} title={said} />
  )
}
