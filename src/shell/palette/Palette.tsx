import { KBarPortal, KBarPositioner, KBarProvider, useKBar, VisualState } from '@refinedev/kbar'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuNode } from '#contract/account/menus.ts'
import type { MenuAction } from '../UserMenu.tsx'
import { isPaletteKey } from '../help/help-rules.ts'
import { PaletteBody } from './PaletteBody.tsx'
import '../kbd.css'
import './palette.css'

// kbar wants a key to open it with; the frame has one of its own.
const options = {
  toggleShortcut: 'F24',
  disableScrollbarManagement: true,
  animations: { enterMs: 0, exitMs: 0 },
}

interface PaletteProps {
  menu: readonly MenuNode[]
  /** The pages opened last. */
  recents: readonly MenuNode[]
  actions: readonly MenuAction[]
  /** Shows what the page behind it is for. */
  onHelp: () => void
  onClose: () => void
}

/**
 * Pages, records and actions by name, in Chinese, English or pinyin; only what this person may open
 * (docs/specification.md 4.11).
 */
export default function Palette({ menu, recents, actions, onHelp, onClose }: PaletteProps) {
  const { t } = useTranslation('shell')
  const all = useMemo(
    () => [...actions, { key: 'shortcuts', label: t('palette.help'), run: onHelp }],
    [actions, onHelp, t],
  )
  return (
    <KBarProvider options={options}>
      <Window menu={menu} recents={recents} actions={all} onHidden={onClose} />
    </KBarProvider>
  )
}

function Window({
  menu,
  recents,
  actions,
  onHidden,
}: {
  menu: readonly MenuNode[]
  /** The pages opened last. */
  recents: readonly MenuNode[]
  actions: readonly MenuAction[]
  onHidden: () => void
}) {
  const { t } = useTranslation('shell')
  const { query, state } = useKBar((now) => ({ state: now.visualState }))
  const wasOpen = useRef(false)
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  useEffect(() => () => before?.focus(), [before])
  // kbar's query is a new one after every change: opened once, or it could never be closed.
  useEffect(() => {
    if (!wasOpen.current) query.setVisualState(VisualState.showing)
  }, [query])
  // Its key pressed while it is still closing opens it once more: to the frame it was open all along.
  const isWanted = useRef(false)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) isWanted.current = wasOpen.current
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useEffect(() => {
    if (state === VisualState.showing) {
      wasOpen.current = true
      isWanted.current = false
    } else if (state === VisualState.animatingOut) {
      isWanted.current = false
    } else if (wasOpen.current && state === VisualState.hidden) {
      if (!isWanted.current) return onHidden()
      // Its line is a new one, and kbar keeps what stood in the old.
      query.setSearch('')
      query.setVisualState(VisualState.showing)
    }
  }, [state, onHidden, query])
  return (
    <KBarPortal>
      <KBarPositioner className="palette-shade">
        <div className="palette" role="dialog" aria-modal="true" aria-label={t('palette.title')}>
          <PaletteBody menu={menu} recents={recents} actions={actions} />
        </div>
      </KBarPositioner>
    </KBarPortal>
  )
}
