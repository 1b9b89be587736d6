import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isFixed, stays, type Tab } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'

interface TabMenuProps {
  tab: Tab
  left: number
  top: number
  tabs: Tabs
  onClose: () => void
}

/** What can be done with one tab. */
export function TabMenu({ tab, left, top, tabs, onClose }: TabMenuProps) {
  const { t } = useTranslation('shell')
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    menu.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
    const handleOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => {
      document.removeEventListener('pointerdown', handleOutside)
      before?.focus()
    }
  }, [onClose])
  const items = [
    { key: 'refresh', run: () => void tabs.refresh(tab), isClosed: false },
    {
      key: tab.isPinned ? 'unpin' : 'pin',
      run: () => tabs.pin(tab.path, !tab.isPinned),
      isClosed: isFixed(tab),
    },
    { key: 'close', run: () => tabs.close(tab.path), isClosed: isFixed(tab) },
    {
      key: 'closeOthers',
      run: () => tabs.closeOthers(tab.path),
      isClosed: tabs.tabs.every((one) => stays(one) || one === tab),
    },
    { key: 'closeAll', run: tabs.closeAll, isClosed: tabs.tabs.every(stays) },
  ] as const
  const handleKey = (event: KeyboardEvent) => {
    const buttons = [
      ...(menu.current?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? []),
    ]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus()
    else if (event.key === 'ArrowUp') buttons[(at - 1 + buttons.length) % buttons.length]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={menu}
      className="shell-popup"
      role="menu"
      tabIndex={-1}
      style={{ left, top }}
      onKeyDown={handleKey}
    >
      {items.map(({ key, run, isClosed }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          disabled={isClosed}
          onClick={() => {
            onClose()
            run()
          }}
        >
          {t(`tabs.${key}`)}
        </button>
      ))}
    </div>
  )
}
