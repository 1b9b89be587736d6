import { useQueries } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import type { RowOf } from '#contract/entity.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { callQuery, nextPage, useCallPages } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { chooseBase } from '#src/lib/chosen-base.ts'
import { isComposing } from '#src/lib/ime.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { BaseDrawer } from './BaseDrawer.tsx'
import './bases.css'

export type Area = RowOf<typeof area>
const size = 12

const areasCall = recordsCall<Area>(area)
const plotsCall = recordsCall<unknown>(land)

/** The tenant's bases as the farm sees them: what they are, how many plots they hold. */
export default function BasesPage() {
  const t = useLabels({ module: 'farm' })
  const [name, setName] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState<Area>()
  const current = useCurrentBase()
  const areas = useCallPages(
    areasCall,
    { ...area.fixedQuery, size, ...(asked && { areaName: asked }) },
    nextPage,
  )
  const rows = areas.data?.pages.flatMap((page) => page.content) ?? []
  const plots = useQueries({
    queries: rows.map(({ id }) => callQuery(plotsCall, { areaId: id, page: 1, size: 1 })),
  })
  return (
    <>
      <Input.Search
        className="bases-search"
        allowClear
        aria-label={t('farm:bases.search')}
        placeholder={t('farm:bases.search')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onSearch={(text, event) => {
          if (!event || !('nativeEvent' in event) || !isComposing(event as never))
            setAsked(text.trim())
        }}
      />
      {areas.isLoading && <ListSkeleton rows={6} />}
      {areas.error && <LoadFailed error={areas.error} onRetry={() => void areas.refetch()} />}
      {areas.data && rows.length === 0 && (
        <EmptyState variant={asked ? 'noContent' : 'noData'} height={400}>
          {!asked && <p>{t('farm:area.empty')}</p>}
        </EmptyState>
      )}
      <ul className="bases">
        {rows.map((one, at) => (
          <li key={one.id} className="bases-card">
            <h2>
              <button type="button" className="kit-link" onClick={() => setOpen(one)}>
                {one.areaName}
              </button>
            </h2>
            <p className="bases-tags">
              {one.defaultFlag === 1 && (
                <StatusTag tone="good">{t('farm:area.fields.defaultFlag')}</StatusTag>
              )}
              <StatusTag tone={one.enabledFlag === 0 ? 'quiet' : 'good'}>
                {t(one.enabledFlag === 0 ? 'common:flags.disabled' : 'common:flags.enabled')}
              </StatusTag>
            </p>
            <dl>
              <div>
                <dt>{t('farm:area.fields.acreage')}</dt>
                <dd>{one.acreage == null ? '–' : `${one.acreage} ${t('common:units.mu')}`}</dd>
              </div>
              <div>
                <dt>{t('farm:bases.plots')}</dt>
                <dd>{plots[at]?.data ? plots[at].data.totalElements : '…'}</dd>
              </div>
              <div>
                <dt>{t('farm:area.fields.manager')}</dt>
                <dd>{one.manager ?? '–'}</dd>
              </div>
              <div>
                <dt>{t('farm:area.fields.address')}</dt>
                <dd>{one.address ?? '–'}</dd>
              </div>
            </dl>
            <Button
              disabled={current === one.id || one.enabledFlag === 0}
              onClick={() => chooseBase(one.id)}
            >
              {current === one.id ? t('farm:bases.current') : t('farm:bases.select')}
            </Button>
          </li>
        ))}
      </ul>
      {areas.hasNextPage && (
        <Button loading={areas.isFetchingNextPage} onClick={() => void areas.fetchNextPage()}>
          {t('kit:history.more')}
        </Button>
      )}
      {open && <BaseDrawer base={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
