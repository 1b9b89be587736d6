import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#contract/call.ts'
import type { AreaBrief } from '#contract/system/permission-calls.ts'
import { area, areaCodes } from '#contract/farm/area.ts'
import { resolveEndpoint } from '#src/api/call.ts'
import { http } from '#src/api/client.ts'
import { isAnyGranted } from '#src/api/permissions.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'

const size = 10
const areaEvent = 'furrow:area'
const nothing: Page<AreaBrief> = {
  content: [],
  totalElements: 0,
  totalPages: 0,
  number: 0,
  size,
  numberOfElements: 0,
  empty: true,
}

/**
 * The base one works in; loaded ten at a time as the list is scrolled. Not drawn for those who may
 * see none.
 */
export function BaseSelector({ tenant }: { tenant: number }) {
  const { t } = useTranslation('shell')
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [current, setCurrent] = useState(() => Number(localStorage.getItem(storedKeys.area)))
  const areas = useInfiniteQuery({
    queryKey: ['area-selector', tenant, name],
    initialPageParam: 1,
    retry: false,
    queryFn: async ({ pageParam, signal }) => {
      if (!(await isAnyGranted(areaCodes))) return nothing
      const { url } = resolveEndpoint(area.api.list, {})
      return (
        await http.get<Page<AreaBrief>>(url, {
          params: {
            ...area.fixedQuery,
            page: pageParam,
            size,
            sort: 'defaultFlag,desc',
            ...(name && { areaName: name }),
          },
          signal,
          quiet: true,
        })
      ).data
    },
    getNextPageParam: (last) => (last.number + 1 < last.totalPages ? last.number + 2 : undefined),
    placeholderData: (before) => before,
  })
  const rows = areas.data?.pages.flatMap((page) => page.content) ?? []
  const shown =
    rows.find((one) => one.id === current) ?? rows.find((one) => one.defaultFlag === 1) ?? rows[0]
  useEffect(() => {
    const handleChange = () => setCurrent(Number(localStorage.getItem(storedKeys.area)))
    const handleOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener(areaEvent, handleChange)
    document.addEventListener('pointerdown', handleOutside)
    return () => {
      removeEventListener(areaEvent, handleChange)
      document.removeEventListener('pointerdown', handleOutside)
    }
  }, [])
  if (areas.isError || (areas.isSuccess && rows.length === 0 && !name) || !areas.data) return null
  const choose = (one: AreaBrief) => {
    localStorage.setItem(storedKeys.area, String(one.id))
    setOpen(false)
    dispatchEvent(new Event(areaEvent))
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
        aria-label={t('base.label', { name: shown?.areaName ?? '' })}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{shown?.areaName ?? t('base.none')}</span>
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
            {rows.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={one.id === shown?.id}
                  onClick={() => choose(one)}
                >
                  {one.areaName}
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
