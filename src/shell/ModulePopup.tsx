import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuCount } from './MenuCount.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import type { MenuPlace } from './menu-place.ts'
import { waitingIn, type Counts } from './use-counts.ts'
import { usePopup } from './use-popup.ts'

interface MenuPopupProps {
  name: string
  icon: string
  look: 'top' | 'side'
  isHere?: boolean
  split?: string
  count?: ReactNode
  width: number
  children: (close: () => void) => ReactNode
}
/** Back into the window where it would leave it: of the last modules of a row, at its right. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return
  const over = panel.getBoundingClientRect().right - document.documentElement.clientWidth + 8
  if (over > 0) panel.style.translate = `${-over}px`
}

/** A button of the menu whose entries open beside or below it; as high as the window at most. */
export function MenuPopup({
  name,
  icon,
  look,
  isHere,
  split,
  count,
  width,
  children,
}: MenuPopupProps) {
  const root = useRef<HTMLDivElement>(null)
  const { isOpen, toggle, close, handlers } = usePopup(root)
  return (
    <div ref={root} className={`module-popup module-${look}`} {...handlers}>
      <button
        type="button"
        className="module-button"
        aria-expanded={isOpen}
        data-here={isHere}
        onClick={toggle}
      >
        {look === 'side' && <MenuIcon name={icon} />}
        <span>{name}</span>
        {count}
      </button>
      {isOpen && (
        <div
          ref={keepInside}
          className="module-panel"
          data-split={split}
          style={{ width: `min(${width}px, calc(100vw - 120px))` }}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}

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
  return (
    <MenuPopup
      name={module.name}
      icon={module.icon}
      look={look}
      split={split}
      isHere={module === here?.module}
      count={<MenuCount waiting={waitingIn(module, counts)} />}
      width={widthOf(i18n.language)}
    >
      {(close) =>
        module.children.map((group) => (
          <section key={group.code}>
            <h2>
              <MenuIcon name={group.icon} />
              {group.name}
            </h2>
            <ul>
              {group.children.map((screen) => (
                <li key={screen.route}>
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
        ))
      }
    </MenuPopup>
  )
}
