import { KBarPortal, KBarPositioner, KBarProvider, KBarSearch, useKBar, useRegisterActions, VisualState, type Action } from '@refinedev/kbar'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { menuTree, type MenuNode } from '#contract/account/menus.ts'
import { call } from '#src/api/call.ts'
import { screensOf } from '../use-menu.ts'
import type { MenuAction } from '../UserMenu.tsx'
import { PaletteResults } from './PaletteResults.tsx'
import { findRecords } from './records.ts'
import { wordsFor } from './words.ts'
import './palette.css'

interface PaletteProps {
  menu: readonly MenuNode[]
  actions: readonly MenuAction[]
  onClose: () => void
}
const searchAfterMs = 200

/** Pages, records and actions by name, in Chinese, English or pinyin; only what this person may open (quality K1). */
export default function Palette({ menu, actions, onClose }: PaletteProps) {
  const { t, i18n } = useTranslation('shell')
  const navigate = useNavigate()
  const other = i18n.language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const names = useQuery({ queryKey: ['menu-names', other], staleTime: Infinity, queryFn: async () => new Map(screensOf(await call(menuTree, { lang: other }, { quiet: true })).map(({ screen }) => [screen.route, screen.name])) })
  const all = useMemo<Action[]>(() => [
    ...screensOf(menu).map(({ screen, module }) => ({
      id: screen.route, name: screen.name, subtitle: module.name, section: t('palette.pages'), keywords: wordsFor(screen.name, names.data?.get(screen.route)), perform: () => void navigate(screen.route),
    })),
    ...actions.map(({ key, label, run }) => ({ id: key, name: label, section: t('palette.actions'), keywords: wordsFor(label), perform: run })),
  ], [menu, actions, names.data, navigate, t])
  return (
    <KBarProvider options={{ toggleShortcut: 'F24', disableScrollbarManagement: true, animations: { enterMs: 0, exitMs: 0 } }}>
      <Inside actions={all} onClose={onClose} label={t('palette.title')} placeholder={t('palette.placeholder')} />
    </KBarProvider>
  )
}

function Inside({ actions, onClose, label, placeholder }: { actions: Action[]; onClose: () => void; label: string; placeholder: string }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { query, state, text } = useKBar((now) => ({ state: now.visualState, text: now.searchQuery }))
  const [asked, setAsked] = useState('')
  const wasOpen = useRef(false)
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  useEffect(() => () => before?.focus(), [before])
  // kbar's query is a new one after every change: opened once, or it could never be closed.
  useEffect(() => {
    if (!wasOpen.current) query.setVisualState(VisualState.showing)
  }, [query])
  useEffect(() => {
    if (state === VisualState.showing) wasOpen.current = true
    else if (wasOpen.current && state === VisualState.hidden) onClose()
  }, [state, onClose])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), searchAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  const records = useQuery({ queryKey: ['palette', asked], enabled: asked.length > 0, queryFn: ({ signal }) => findRecords(asked, signal) })
  const found = useMemo<Action[]>(() => (records.data ?? []).map(({ key, name, route, kind }) => ({
    id: key, name, subtitle: t(`menus:screens.${kind}`, { ns: 'menus' }), section: t('palette.records'), keywords: `${asked} ${wordsFor(name)}`, perform: () => void navigate(route),
  })), [records.data, asked, navigate, t])
  useRegisterActions(actions, [actions])
  useRegisterActions(found, [found])
  return (
    <KBarPortal>
      <KBarPositioner className="palette-shade">
        <div className="palette" role="dialog" aria-modal="true" aria-label={label}>
          <KBarSearch className="palette-input" defaultPlaceholder={placeholder} aria-label={label} />
          <PaletteResults nothing={t('palette.nothing', { text })} />
        </div>
      </KBarPositioner>
    </KBarPortal>
  )
}
