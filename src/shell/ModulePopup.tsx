import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuCount } from './MenuCount.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import type { MenuPlace } from './menu-place.ts'
import { waitingIn, type Counts } from './use-counts.ts'
import { usePopup } from './use-popup.ts'

interface ModulePopupProps {
  module: MenuNode
  here: MenuPlace | undefined
  counts: Counts
  look: 'top' | 'side'
  split?: string
}
/** 650 px in Chinese, 880 otherwise. */
const widthOf = (language: string) => (language === 'zh-CN' ? 650 : 880)

/** A module whose groups open beside or below it. */
export function ModulePopup({ module, here, counts, look, split }: ModulePopupProps) {
  const { i18n } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const { isOpen, toggle, close, handlers } = usePopup(root)
  return (
    <div ref={root} className={`module-popup module-${look}`} {...handlers}>
      <button
        type="button"
        className="module-button"
        aria-expanded={isOpen}
        data-here={module === here?.module}
        onClick={toggle}
      >
        {look === 'side' && <MenuIcon name={module.icon} />}
        <span>{module.name}</span>
        <MenuCount waiting={waitingIn(module, counts)} />
      </button>
      {isOpen && (
        <div
          className="module-panel"
          data-split={split}
          style={{ width: `min(${widthOf(i18n.language)}px, calc(100vw - 120px))` }}
        >
          {module.children.map((group) => (
            <section key={group.code}>
              <h2>
                <MenuIcon name={group.icon} />
                {group.name}
              </h2>
              <ul>
                {group.children.map((screen) => (
                  <li key={screen.code}>
                    <MenuLink
                      screen={screen}
                      isHere={screen === here?.entry}
                      waiting={waitingIn(screen, counts)}
                      onGo={close}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
