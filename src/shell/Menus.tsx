import { useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import type { Theme } from '#contract/account/tenant.ts'
import { MainMenu } from './MainMenu.tsx'
import { placeOf } from './menu-place.ts'
import { OwnPopup } from './MenuOwn.tsx'
import { ModulePopup } from './ModulePopup.tsx'
import { Brand } from './Brand.tsx'
import { MenuCount } from './MenuCount.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { useDeployment } from './sign-in/use-deployment.ts'
import { inkOn } from './theme-rules.ts'
import { waitingIn, type Counts } from './use-counts.ts'
import type { Favorites } from './use-favorites.ts'

interface MenusProps {
  menu: readonly MenuNode[]
  theme: Theme
  isNarrow: boolean
  counts: Counts
  favorites: Favorites
  /** The pages opened last. */
  recents: readonly MenuNode[]
  /** On a phone: whether the whole menu is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The person, at the menu's foot where there is one. */
  person: ReactNode
  /** What stands in the header beside the menu. */
  children: ReactNode
}
const slimKey = 'menu_slim'
/** The menu in its five layouts (docs/specification.md 4.3), and a drawer on a phone. */
export function Menus({
  menu,
  theme,
  isNarrow,
  counts,
  favorites,
  recents,
  isOpen,
  onOpen,
  person,
  children,
}: MenusProps) {
  const { t, i18n } = useTranslation('shell')
  const { pathname } = useLocation()
  const [isSlim, setSlim] = useState(() => localStorage.getItem(slimKey) === '1')
  // Another module may be looked into until one goes somewhere.
  const [chosen, setChosen] = useState<{ code: string; at: string }>()
  const place = placeOf(menu, pathname)
  const here = place?.module ?? menu[0]
  const shown =
    (chosen?.at === pathname && menu.find((module) => module.code === chosen.code)) || here
  const choose = ({ code }: MenuNode) => setChosen({ code, at: pathname })
  const { layout } = theme
  const shared = { all: menu, counts, favorites, recents }
  const ground = theme.follow === 1 ? theme.themeColor : theme.backgroundColor
  const hasGround = theme.follow === 1 || theme.backgroundColor.toLowerCase() !== '#ffffff'
  // Of dark and white text one alone can be read on a ground (decision 017).
  const style = hasGround
    ? ({
        '--menu-bg': ground,
        '--menu-ink': inkOn(ground),
      } as CSSProperties)
    : undefined
  const face = useDeployment({ isInside: true })
  const brand = (
    <Link to="/web/farm/home" className="shell-brand">
      {face.logo ? <img src={face.logo} alt="" height={26} /> : <Brand />}
      <span>{face.title ?? t('brand')}</span>
    </Link>
  )
  const header = (middle: ReactNode) => (
    <header
      className="shell-header"
      style={layout === 'crosswise' || layout === 'synthesis' ? style : undefined}
    >
      {middle}
      {children}
      {layout === 'crosswise' && person}
    </header>
  )

  if (isNarrow) {
    return (
      <>
        <header className="shell-header">
          {children}
          {person}
        </header>
        {isOpen && (
          <div className="shell-drawer" onKeyDown={({ key }) => key === 'Escape' && onOpen(false)}>
            <button
              type="button"
              className="shell-shade"
              aria-label={t('menu.close')}
              onClick={() => onOpen(false)}
            />
            <nav aria-label={t('menu.label')}>
              {brand}
              <MainMenu {...shared} menu={menu} isSlim={false} onGo={() => onOpen(false)} />
            </nav>
          </div>
        )}
      </>
    )
  }
  const side = (
    width: number,
    content: ReactNode,
    { isSlim: slim = width < 120, top = brand, foot = null as ReactNode } = {},
  ) => (
    <div className="shell-side" data-slim={slim} style={{ ...style, width }}>
      {top}
      <nav className="shell-scroll" aria-label={t('menu.label')}>
        {content}
      </nav>
      <div className="shell-foot">
        {person}
        {foot}
      </div>
    </div>
  )
  const popups = (look: 'top' | 'side', split?: Theme['subfieldStyle']) => (
    <>
      <OwnPopup favorites={favorites} recents={recents} look={look} />
      {menu.map((module) => (
        <ModulePopup
          key={module.code}
          module={module}
          here={place}
          counts={counts}
          look={look}
          split={split}
        />
      ))}
    </>
  )
  const modules = (withIcons: boolean) =>
    menu.map((module) => (
      <button
        key={module.code}
        type="button"
        className="module-button"
        aria-pressed={module === shown}
        onClick={() => choose(module)}
      >
        {withIcons && <MenuIcon name={module.icon} />}
        <span>{module.name}</span>
        {withIcons && <MenuCount waiting={waitingIn(module, counts)} />}
      </button>
    ))
  if (layout === 'crosswise') {
    return header(
      <>
        {brand}
        <nav className="shell-top" aria-label={t('menu.label')}>
          {popups('top')}
        </nav>
      </>,
    )
  }
  if (layout === 'synthesis') {
    return (
      <>
        {header(
          <>
            {brand}
            <nav className="shell-top" aria-label={t('menu.modules')}>
              {modules(false)}
            </nav>
          </>,
        )}
        {side(
          i18n.language === 'zh-CN' ? 208 : 240,
          <MainMenu {...shared} menu={shown ? [shown] : []} isSlim={false} />,
          {
            top: <></>,
          },
        )}
      </>
    )
  }
  if (layout === 'float') {
    return (
      <>
        {side(72, popups('side', theme.subfieldStyle))}
        {header(null)}
      </>
    )
  }
  if (layout === 'subfield') {
    return (
      <>
        <div className="shell-pair" data-split={theme.subfieldStyle}>
          {side(72, modules(true))}
          <nav
            className="shell-side shell-second"
            aria-label={shown?.name ?? t('menu.label')}
            style={{ width: theme.menuWidth - 72 }}
          >
            <div className="shell-scroll">
              <MainMenu {...shared} menu={shown ? [shown] : []} isSlim={false} />
            </div>
          </nav>
        </div>
        {header(null)}
      </>
    )
  }
  const fold = () => {
    localStorage.setItem(slimKey, isSlim ? '0' : '1')
    setSlim(!isSlim)
  }
  return (
    <>
      {side(isSlim ? 64 : theme.menuWidth, <MainMenu {...shared} menu={menu} isSlim={isSlim} />, {
        foot: (
          <button
            type="button"
            className="shell-fold"
            aria-label={t(isSlim ? 'menu.unfold' : 'menu.fold')}
            aria-expanded={!isSlim}
            onClick={fold}
          >
            <MenuIcon name={isSlim ? 'right' : 'left'} />
          </button>
        ),
      })}
      {header(null)}
    </>
  )
}
