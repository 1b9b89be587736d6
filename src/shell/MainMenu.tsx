import { useState } from 'react'
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
  const toggle = (code: string) => {
    const next = new Set(closed)
    if (!next.delete(code)) next.add(code)
    localStorage.setItem(openKey, JSON.stringify([...next]))
    setClosed(next)
  }
  return (
    <ul className="menu" data-slim={isSlim}>
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
