import { CloseOutlined, StarOutlined } from '@ant-design/icons'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Dropdown, Segmented, Select } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { mostChannels } from '#contract/equipment/device-calls.ts'
import {
  channelKey,
  channelOfKey,
  exploreFile,
  exploreHistory,
  exploreScreen,
  mostYears,
} from '#contract/telemetry/explore-calls.ts'
import { exportFormats, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { downloadCall } from '#src/api/download.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { channelName, drawnOf, inPairs } from '#src/features/telemetry/channel-series.ts'
import { ChannelPicker } from '#src/features/equipment/ChannelPicker.tsx'
import {
  readExplore,
  writeExplore,
  type ExplorePlace,
} from '#src/features/telemetry/explore-place.ts'
import { boundsOf } from '#src/features/telemetry/span.ts'
import { SpanTools } from '#src/features/telemetry/SpanTools.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ChannelTable } from './ChannelTable.tsx'
import './explore.css'

const ChannelsChart = lazy(() => import('#src/features/telemetry/ChannelsChart.tsx'))
const Correlation = lazy(() => import('./Correlation.tsx'))
const ViewMenu = lazy(() => import('#src/kit/list/views/ViewMenu.tsx'))
const noSettings = {
  hidden: [],
  shown: [],
  order: [],
  pinned: [],
  widths: {},
  density: 'middle' as const,
}
const labelsAs = { entity: { module: 'equipment' as const }, screen: exploreScreen }
const againMs = 60_000

/**
 * Channels of any devices over one time: beside each other, over those of earlier years, one
 * against the other.
 */
export default function ExplorePage() {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => readExplore(search), [search])
  const [isChoosing, setChoosing] = useState(false)
  const { channels, span, years, view } = place
  const move = (change: Partial<ExplorePlace>) =>
    void navigate({ pathname, search: writeExplore({ ...place, ...change }) })
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    exploreHistory,
    { channels, span, years, zone },
    async (ask) => {
      const bounds = boundsOf(span, zone, Date.now())
      const asked = { ...bounds, channels: channels.join(','), years }
      return { ...(await ask(exploreHistory, asked)), bounds }
    },
    {
      enabled: channels.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: typeof span === 'string' ? againMs : false,
    },
  )
  const drawn = useMemo(
    () => (data ? drawnOf(t, data.series, data.devices, data.bounds.from, data.stepMs) : []),
    [data, t],
  )
  const pairs = useMemo(() => inPairs(drawn), [drawn])
  const bounds = useMemo(
    () => data && ([new Date(data.bounds.from), new Date(data.bounds.to)] as const),
    [data],
  )
  const nameOf = (key: string) =>
    channelName(
      t,
      data?.devices.find(({ id }) => id === channelOfKey(key).deviceId),
      channelOfKey(key).metric,
    )
  const save = (format: (typeof exportFormats)[number]) => {
    const asked = boundsOf(span, zone, Date.now())
    void downloadCall(
      exploreFile,
      { ...asked, channels: channels.join(','), years, format },
      `${t('menus:screens.explore')}-${asked.from.slice(0, 10)}.${format}`,
    ).catch((failure: unknown) => toastRefusal(t, failure))
  }
  const isEmpty = data && drawn.every(({ points }) => points.length === 0)
  return (
    <section className="kit-page explore" aria-label={t('menus:screens.explore')}>
      <div className="explore-tools">
        <ChannelPicker
          key={channels.length}
          label={t('equipment:explore.device')}
          taken={channels}
          disabled={channels.length >= mostChannels}
          onPick={(deviceId, metric) =>
            move({ channels: [...channels, channelKey(deviceId, metric)] })
          }
        />
        <SpanTools span={span} onChange={(next) => move({ span: next })} />
        <Select
          aria-label={t('equipment:explore.years')}
          value={years}
          onChange={(next: number) => move({ years: next })}
          popupMatchSelectWidth={false}
          options={Array.from({ length: mostYears + 1 }, (_, value) => ({
            value,
            label:
              value === 0
                ? t('equipment:explore.noYears')
                : t('equipment:explore.yearsBack', { count: value }),
          }))}
        />
        <Segmented
          aria-label={t('equipment:explore.view')}
          value={view}
          onChange={(next) => move({ view: next })}
          options={(['curve', 'scatter'] as const).map((value) => ({
            value,
            label: t(`equipment:explore.views.${value}`),
          }))}
        />
        <Dropdown
          trigger={['click']}
          disabled={channels.length === 0}
          menu={{
            items: exportFormats.map((format) => ({
              key: format,
              label: t(`kit:export.formats.${format}`, { most: mostSheetRows }),
              onClick: () => save(format),
            })),
          }}
        >
          <Button>{t('equipment:deviceData.export')}</Button>
        </Dropdown>
        <Button icon={<StarOutlined />} onClick={() => setChoosing(true)}>
          {t('kit:views.title')}
        </Button>
        {data && (
          <small>
            {t(`equipment:deviceData.steps.${data.step}`, { count: data.stepMs / 60_000 })}
          </small>
        )}
      </div>
      {channels.length > 0 && (
        <ul className="explore-channels" aria-label={t('equipment:explore.channels')}>
          {channels.map((key) => {
            const standing = data?.devices.find(
              ({ id }) => id === channelOfKey(key).deviceId,
            )?.standing
            const isLost = standing === 'hidden' || standing === 'gone'
            return (
              <li key={key} className={isLost ? 'explore-lost' : undefined}>
                {isLost ? t(`equipment:boardCard.${standing}`) : nameOf(key)}
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('equipment:explore.remove', {
                    name: isLost ? t(`equipment:boardCard.${standing}`) : nameOf(key),
                  })}
                  onClick={() =>
                    move({ channels: channels.filter((one) => one !== key), pair: null })
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {channels.length === 0 && (
        <EmptyState variant="noData" height={320}>
          {t('equipment:explore.begin')}
        </EmptyState>
      )}
      {error && channels.length > 0 && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {channels.length > 0 && !error && !data && <ListSkeleton rows={8} />}
      {channels.length > 0 && !error && isEmpty && (
        <EmptyState variant="noData" height={240}>
          {t('equipment:deviceData.noneInPeriod')}
        </EmptyState>
      )}
      {channels.length > 0 && !error && data && bounds && !isEmpty && (
        <div className={isPlaceholderData ? 'kit-refreshing' : undefined}>
          <Suspense fallback={<ListSkeleton rows={8} />}>
            {view === 'curve' ? (
              pairs.map((own) => (
                <ChannelsChart
                  key={own.map(({ name }) => name).join()}
                  title={own.map(({ name }) => name).join(', ')}
                  channels={own}
                  zone={zone}
                  bounds={bounds}
                />
              ))
            ) : (
              <Correlation
                explored={data}
                channels={channels}
                pair={place.pair}
                nameOf={nameOf}
                onPair={(pair) => move({ pair })}
              />
            )}
          </Suspense>
          <ChannelTable explored={data} />
        </div>
      )}
      {isChoosing && (
        <Suspense>
          <ViewMenu resource={labelsAs} settings={noSettings} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  )
}
