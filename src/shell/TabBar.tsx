import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Theme } from '#contract/account/tenant.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { iconOf, tabTitle } from './tab-title.ts'
import { scrollStep, stays, type Tab } from './tabs.ts'
import { TabMenu } from './TabMenu.tsx'
import type { Tabs } from './use-tabs.ts'

const longPressMs = 500

/** The open pages: arrows in steps of 100 px, a menu by right click, long press or Shift+F10. */
export function TabBar({
  tabs,
  theme,
}: {
  tabs: Tabs
  theme: Pick<Theme, 'labelStyle' | 'labelIcon'>
}) {
  const t = useLabels()
  const { t: shell } = useTranslation('shell')
  const strip = useRef<HTMLDivElement>(null)
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPressed = useRef(false)
  const [menu, setMenu] = useState<{ tab: Tab; left: number; top: number }>()
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    // Again whenever the strip's room changes, as it does when the arrows come or go.
    const measure = () => {
      setOverflows(element.scrollWidth > element.clientWidth + 1)
      const tab = element.querySelector('[data-active="true"]')?.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      // Not `scrollIntoView`: it would scroll the page up to the tabs as well, at every change of
      // the address.
      if (tab)
        element.scrollLeft +=
          tab.left < box.left ? tab.left - box.left : Math.max(0, tab.right - box.right)
    }
    const observer = new ResizeObserver(measure)
    // Its first report comes after the layout; asked for sooner, the browser would lay out twice.
    observer.observe(element)
    return () => observer.disconnect()
  }, [tabs.tabs, tabs.active])
  const openMenu = (tab: Tab, element: HTMLElement) => {
    const { left, bottom } = element.getBoundingClientRect()
    setMenu({ tab, left: Math.min(left, window.innerWidth - 180), top: bottom + 4 })
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>, tab: Tab) => {
    const at = tabs.tabs.indexOf(tab)
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.tabs.length - 1,
    }
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      openMenu(tab, event.currentTarget)
    } else if (event.key === 'Delete' && !stays(tab)) tabs.close(tab.path)
    else if (event.key in moves) {
      event.preventDefault()
      strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[moves[event.key]!]?.focus()
    }
  }
  const release = () => clearTimeout(press.current)
  const scroll = (by: number) => strip.current?.scrollBy({ left: by })
  return (
    <div className={`tabs tabs-${theme.labelStyle}`}>
      {overflows && (
        <button
          type="button"
          className="tabs-arrow"
          aria-label={shell('tabs.left')}
          onClick={() => scroll(-scrollStep)}
        >
          ‹
        </button>
      )}
      <div ref={strip} className="tabs-strip" role="tablist" aria-label={shell('tabs.label')}>
        {tabs.tabs.map((tab) => (
          <div
            key={tab.path}
            role="presentation"
            className="tabs-tab"
            data-active={tab.path === tabs.active}
            onContextMenu={(event: MouseEvent<HTMLElement>) => {
              event.preventDefault()
              openMenu(tab, event.currentTarget)
            }}
            onPointerDown={({ currentTarget, pointerType }) => {
              isPressed.current = false
              if (pointerType === 'touch')
                press.current = setTimeout(() => {
                  isPressed.current = true
                  openMenu(tab, currentTarget)
                }, longPressMs)
            }}
            onPointerUp={release}
            onPointerLeave={release}
            onPointerCancel={release}
            onAuxClick={({ button }) => button === 1 && !stays(tab) && tabs.close(tab.path)}
          >
            <button
              type="button"
              role="tab"
              aria-selected={tab.path === tabs.active}
              aria-haspopup="menu"
              tabIndex={tab.path === tabs.active ? 0 : -1}
              onClick={() => !isPressed.current && tabs.go(tab)}
              onKeyDown={(event) => handleKey(event, tab)}
            >
              {theme.labelIcon === 1 && <MenuIcon name={iconOf(tab.screen)} />}
              {tabTitle(t, tab)}
              {tab.isPinned && (
                <span className="tabs-pinned" role="img" aria-label={shell('tabs.pinned')}>
                  <MenuIcon name="tack" />
                </span>
              )}
            </button>
            {!stays(tab) && (
              <span className="tabs-close" aria-hidden="true" onClick={() => tabs.close(tab.path)}>
                ×
              </span>
            )}
          </div>
        ))}
      </div>
      {overflows && (
        <button
          type="button"
          className="tabs-arrow"
          aria-label={shell('tabs.right')}
          onClick={() => scroll(scrollStep)}
        >
          ›
        </button>
      )}
      {menu && <TabMenu {...menu} tabs={tabs} onClose={() => setMenu(undefined)} />}
    </div>
  )
}
