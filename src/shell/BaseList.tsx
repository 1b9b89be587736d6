import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseState } from '#contract/home/base-calls.ts'
import { isComposing } from '#src/lib/ime.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

interface BaseListProps {
  bases: readonly BaseState[]
  current: number | null
  /** What choosing one does on the page at hand. */
  note: string
  onChoose: (id: number | null) => void
}

/** Bases to choose from, each with its size and the worst that is known of it (320 wide). */
export function BaseList({ bases, current, note, onChoose }: BaseListProps) {
  const { t, i18n } = useTranslation('shell')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [text, setText] = useState('')
  useEffect(() => input.current?.focus(), [])
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    return bases.filter(({ areaName }) => areaName.toLowerCase().includes(wanted))
  }, [bases, text])
  const number = (value: number) => value.toLocaleString(i18n.language)
  const facts = ({ acreage, plots, devices }: BaseState) =>
    [
      acreage !== null && t('base.acreage', { count: acreage, acreage: number(acreage) }),
      t('base.plots', { count: plots }),
      devices !== null && t('base.devices', { count: devices }),
    ]
      .filter(Boolean)
      .join(' · ')
  // Up and down walk through the search box and all that can be chosen.
  const handleKey = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    if (at < 0 && event.key !== 'ArrowDown') return
    event.preventDefault()
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : at + (event.key === 'ArrowDown' ? 1 : -1)
    if (next < 0) input.current?.focus()
    else all[Math.min(next, all.length - 1)]?.focus()
  }
  return (
    <div
      className="shell-popup scope-popup"
      role="dialog"
      aria-label={t('base.choose')}
      onKeyDown={handleKey}
    >
      <input
        ref={input}
        type="search"
        aria-label={t('base.search')}
        placeholder={t('base.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event) && text && found[0])
            onChoose(found[0].id)
        }}
      />
      <ul ref={list}>
        {!text && (
          <li>
            <button type="button" aria-pressed={current === null} onClick={() => onChoose(null)}>
              <b>{t('base.all')}</b>
              <small>{t('base.count', { count: bases.length })}</small>
            </button>
          </li>
        )}
        {found.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-label={one.areaName}
              aria-pressed={one.id === current}
              onClick={() => onChoose(one.id)}
            >
              <b>
                {one.areaName}
                {one.defaultFlag === 1 && (
                  <small className="scope-default">{t('base.default')}</small>
                )}
              </b>
              <small>{facts(one)}</small>
              <span className="scope-state">
                {one.alarms ? (
                  <StatusTag tone="bad">{t('base.alarms', { count: one.alarms })}</StatusTag>
                ) : one.offline ? (
                  <StatusTag tone="quiet">{t('base.offline', { count: one.offline })}</StatusTag>
                ) : one.devices ? (
                  <StatusTag tone="good">{t('base.well')}</StatusTag>
                ) : null}
              </span>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="scope-nothing">{t('base.none')}</li>}
      </ul>
      <p className="scope-note">{note}</p>
    </div>
  )
}
