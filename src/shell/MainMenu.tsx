import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { MenuNode } from '#contract/account/menus.ts'
import { MenuLink } from './MenuLink.tsx'

const openKey = 'menu_closed'
function readClosed(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(openKey) ?? '[]')
    return new Set(Array.isArray(stored) ? (stored as string[]) : [])
  } catch {
    return new Set()
  }
}
/** Brings where one is into sight, where the menu is longer than its room. */
function reveal(list: HTMLElement): void {
  const room = list.closest('nav')
  const here = list.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  // In a folded group it has no place.
  if (!room || !here || here.top === here.bottom) return
  const box = room.getBoundingClientRect()
  // Into the middle: what stands around it is seen as well. The page itself stays where it is.
  if (here.top < box.top || here.bottom > box.bottom)
    room.scrollTop += (here.top + here.bottom - box.top - box.bottom) / 2
}

/** Modules with their groups, one below the other; which are folded is remembered. */
export function MainMenu({
  menu,
  isSlim,
  onGo,
}: {
  menu: readonly MenuNode[]
  isSlim: boolean
  onGo?: () => void
}) {
  const [closed, setClosed] = useState(readClosed)
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    // Its first report comes after the layout; asked for sooner, the browser would lay out twice.
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      reveal(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [pathname, menu.length])
  const toggle = (code: string) => {
    const next = new Set(closed)
    if (!next.delete(code)) next.add(code)
    localStorage.setItem(openKey, JSON.stringify([...next]))
    setClosed(next)
  }
  return (
    <ul ref={list} className="menu" data-slim={isSlim}>
      {menu.map((module) => (
        <li key={module.code}>
          <p className="menu-module">{module.name}</p>
          <ul>
            {module.children.map((group) => {
              const key = `${module.code}/${group.code}`
              const isOpen = !closed.has(key)
              const links = (
                <ul hidden={!isOpen && !isSlim}>
                  {group.children.map((screen) => (
                    <li key={screen.code}>
                      <MenuLink screen={screen} isSlim={isSlim} onGo={onGo} />
                    </li>
                  ))}
                </ul>
              )
              // A group of one is that one.
              if (group.children.length === 1) return <li key={key}>{links}</li>
              return (
                <li key={key}>
                  <button
                    type="button"
                    className="menu-group"
                    aria-expanded={isOpen}
                    onClick={() => toggle(key)}
                  >
                    <span>{group.name}</span>
                    <i aria-hidden="true">{isOpen ? '▾' : '▸'}</i>
                  </button>
                  {links}
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}
