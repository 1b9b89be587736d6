import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { entityOutlines } from '#contract/outlines.ts'
import { areaCodes } from '#contract/farm/area.ts'
import { baseStates } from '#contract/home/base-calls.ts'
import { placingOf } from '#contract/placing.ts'
import type { Screen } from '#contract/screen.ts'
import { setOnlyBase, useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useAnyGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { chooseBase } from '#src/lib/chosen-base.ts'
import { toast } from '#src/ui/toast.ts'
import { BaseList } from './BaseList.tsx'
import { useBaseAddress } from './use-base-address.ts'
import './base-selector.css'

/** Whether the chosen base narrows what a screen shows. */
const narrows = (screen: Screen) => {
  const entity = entityOutlines.find(({ name }) => name === screen.entity)
  return screen.placed ?? (entity !== undefined && placingOf(entity) !== null)
}
const pin = (
  <svg className="scope-pin" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" />
  </svg>
)

/**
 * The base one works in, outermost of all conditions. Not drawn for those who may see none; whoever
 * sees one alone is told which, and has nothing to choose.
 */
export default function BaseSelector({ screen }: { screen?: Screen | undefined }) {
  const { t } = useTranslation('shell')
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const current = useCurrentBase()
  const may = useAnyGranted(areaCodes)
  const { data: bases } = useCall(baseStates, may === true ? {} : null)
  const isNarrowed = screen === undefined || narrows(screen)
  useBaseAddress(isNarrowed)
  const shown = bases?.find(({ id }) => id === current)
  // Deleted, another tenant’s, or not for whoever opened somebody’s link.
  const isLost = bases !== undefined && current !== null && !shown
  const lost = t('base.lost')
  useEffect(() => {
    if (!isLost) return
    chooseBase(null)
    toast({ text: lost, tone: 'plain' })
  }, [isLost, lost])
  const only = bases?.length === 1 ? bases[0]! : undefined
  useEffect(() => setOnlyBase(only?.id ?? null), [only])
  useEffect(() => {
    if (!isOpen) return
    const handleOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [isOpen])
  if (!bases || bases.length === 0) return null
  if (only)
    return (
      <span className="base-selector scope-only" title={t('base.only')}>
        {pin}
        <b>{only.areaName}</b>
      </span>
    )
  const name = shown?.areaName ?? t('base.all')
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault()
      setOpen(true)
    }
  }
  return (
    <div ref={root} className="base-selector" onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        className={isNarrowed ? 'scope-button' : 'scope-button scope-idle'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('base.label', { name })}
        title={isNarrowed ? undefined : t('base.companyWide')}
        onClick={() => setOpen(!isOpen)}
      >
        {pin}
        <b>{name}</b>
        <i className="caret" aria-hidden="true" />
      </button>
      {isOpen && (
        <BaseList
          bases={bases}
          current={current}
          note={t(isNarrowed ? 'base.governs' : 'base.companyWide')}
          onChoose={(id) => {
            close()
            chooseBase(id)
          }}
        />
      )}
    </div>
  )
}
