import { useEffect, useRef, useState, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaBrief } from '#contract/system/permission-calls.ts'
import { area, areaCodes } from '#contract/farm/area.ts'
import { chooseBase, useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { recordCall, recordsCall } from '#src/kit/calls/records.ts'
import { useAnyGranted } from '#src/kit/app/use-granted.ts'
import { nextPage, useCall, useCallPages } from '#src/kit/calls/use-call.ts'

const size = 10
const areasCall = recordsCall<AreaBrief>(area)
const areaCall = recordCall<AreaBrief>(area)

/**
 * The base one works in; loaded ten at a time as the list is scrolled. Not drawn for those who may
 * see none.
 */
export function BaseSelector() {
  const { t } = useTranslation('shell')
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const current = useCurrentBase()
  const may = useAnyGranted(areaCodes)
  const areas = useCallPages(
    areasCall,
    { ...area.fixedQuery, size, sort: 'defaultFlag,desc', ...(name && { areaName: name }) },
    nextPage,
    { enabled: may === true, keepPrevious: true },
  )
  const rows = areas.data?.pages.flatMap((page) => page.content) ?? []
  // It may be beyond the rows that were loaded.
  const isBeyond = areas.isSuccess && !rows.some(({ id }) => id === current)
  const one = useCall(areaCall, isBeyond && current !== null ? { id: current } : null)
  const shown = rows.find(({ id }) => id === current) ?? one.data
  // Deleted, or another tenant’s: nothing would be found in it.
  const isLost = one.isError
  useEffect(() => {
    if (isLost) chooseBase(null)
  }, [isLost])
  useEffect(() => {
    const handleOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [])
  if (areas.isError || (areas.isSuccess && rows.length === 0 && !name) || !areas.data) return null
  const choose = (id: number | null) => {
    setOpen(false)
    chooseBase(id)
  }
  const handleScroll = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: UIEvent<HTMLElement>) => {
    if (
      scrollHeight - scrollTop - clientHeight < 40 &&
      areas.hasNextPage &&
      !areas.isFetchingNextPage
    )
      void areas.fetchNextPage()
  }
  return (
    <div
      ref={root}
      className="base-selector"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className="base-button"
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-label={t('base.label', { name: shown?.areaName ?? t('base.all') })}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{shown?.areaName ?? t('base.all')}</span>
        <i className="caret" aria-hidden="true" />
      </button>
      {isOpen && (
        <div className="shell-popup base-popup">
          <input
            type="search"
            aria-label={t('base.search')}
            placeholder={t('base.search')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <ul onScroll={handleScroll} tabIndex={-1}>
            {!name && (
              <li>
                <button type="button" aria-pressed={!shown} onClick={() => choose(null)}>
                  {t('base.all')}
                </button>
              </li>
            )}
            {rows.map(({ id, areaName }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === shown?.id} onClick={() => choose(id)}>
                  {areaName}
                </button>
              </li>
            ))}
            {rows.length === 0 && <li className="base-nothing">{t('base.none')}</li>}
          </ul>
        </div>
      )}
    </div>
  )
}
