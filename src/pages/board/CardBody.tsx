import { lazy, Suspense, useMemo } from 'react'
import {
  cardKinds,
  usualHours,
  type BoardCard,
  type BoardContent,
  type BoardSeries,
} from '#contract/board/board.ts'
import { channelKey, channelOfKey, type DeviceBrief } from '#contract/telemetry/explore-calls.ts'
import { DeviceCard } from '#src/features/equipment/DeviceCard.tsx'
import { drawnOf, inPairs } from '#src/features/telemetry/channel-series.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { keysOf, deviceOf } from './card-words.ts'
import { NumberCard } from './NumberCard.tsx'

const ChannelsChart = lazy(() => import('#src/features/telemetry/ChannelsChart.tsx'))
const SwitchCard = lazy(() => import('./SwitchCard.tsx'))
const MapCard = lazy(() => import('./MapCard.tsx'))
const CameraCard = lazy(() => import('./CameraCard.tsx'))
const AlarmCard = lazy(() => import('./AlarmCard.tsx'))

interface CardBodyProps {
  card: BoardCard
  content: BoardContent
  series: BoardSeries | undefined
  seriesError: Error | null
  onRetry: () => void
}
/** Pixels of a row of the board, and what a card's head takes. */
const rowPx = 132
const headPx = 76

/** What a card shows: of devices that its viewer may not see, or that are deleted, that alone. */
export function CardBody({
  card,
  content: { devices },
  series,
  seriesError,
  onRetry,
}: CardBodyProps) {
  const t = useLabels({ module: 'equipment' })
  const pathTo = useDevicePath()
  if (card.kind === 'map')
    return (
      <Suspense fallback={<ListSkeleton rows={2} />}>
        <MapCard areaId={card.areaId ?? null} />
      </Suspense>
    )
  if (card.kind === 'alarms')
    return (
      <Suspense fallback={<ListSkeleton rows={2} />}>
        <AlarmCard areaId={card.areaId ?? null} />
      </Suspense>
    )
  if (card.kind === cardKinds.camera)
    return (
      <Suspense fallback={<ListSkeleton rows={2} />}>
        <CameraCard cameraId={card.cameraId ?? null} />
      </Suspense>
    )
  if (card.kind === 'curve')
    return (
      <CurveCard
        card={card}
        devices={devices}
        series={series}
        error={seriesError}
        onRetry={onRetry}
      />
    )
  const device = deviceOf(devices, card.deviceId)
  // A card that was only just put there: what its device says has not been asked yet.
  if (!device) return <p className="board-note">{t('equipment:boardCard.afterSaving')}</p>
  if (device.standing !== 'shown')
    return <p className="board-note">{t(`equipment:boardCard.${device.standing}`)}</p>
  if (card.kind === 'number') return <NumberCard card={card} device={device} series={series} />
  if (card.kind === 'switch')
    return (
      <Suspense fallback={<ListSkeleton rows={2} />}>
        <SwitchCard deviceId={device.id} channel={card.metric || null} />
      </Suspense>
    )
  return (
    <DeviceCard
      row={{ ...device, eui: device.areaName ?? '' } as unknown as Row}
      to={pathTo(device.id, device.deviceType!)}
    />
  )
}

function CurveCard({
  card,
  devices,
  series,
  error,
  onRetry,
}: {
  card: BoardCard
  devices: readonly DeviceBrief[]
  series: BoardSeries | undefined
  error: Error | null
  onRetry: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const keys = useMemo(() => keysOf(card), [card])
  const span = series?.spans.find(({ hours }) => hours === (card.hours ?? usualHours))
  const drawn = useMemo(
    () =>
      span
        ? drawnOf(
            t,
            span.series.filter(({ deviceId, metric }) =>
              keys.includes(channelKey(deviceId, metric)),
            ),
            devices,
            span.from,
            span.stepMs,
          )
        : [],
    [span, keys, devices, t],
  )
  const pairs = useMemo(() => inPairs(drawn), [drawn])
  const bounds = useMemo(() => span && ([new Date(span.from), new Date(span.to)] as const), [span])
  const lost = [
    ...new Set(
      keys.flatMap(
        (key) => devices.find(({ id }) => id === channelOfKey(key).deviceId)?.standing ?? [],
      ),
    ),
  ].filter((standing) => standing !== 'shown')
  if (error) return <LoadFailed error={error} height={120} onRetry={onRetry} />
  const isKnown = keys.every((key) => devices.some(({ id }) => id === channelOfKey(key).deviceId))
  return (
    <>
      {lost.map((standing) => (
        <p key={standing} className="board-note">
          {t(`equipment:boardCard.some.${standing}`)}
        </p>
      ))}
      {!series && <ListSkeleton rows={3} />}
      {series && !isKnown && <p className="board-note">{t('equipment:boardCard.afterSaving')}</p>}
      {series && isKnown && drawn.every(({ points }) => points.length === 0) && lost.length < 1 && (
        <p className="board-note">{t('equipment:deviceData.noneInPeriod')}</p>
      )}
      {bounds && drawn.some(({ points }) => points.length > 0) && (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          {pairs.map((own) => (
            <ChannelsChart
              key={own.map(({ name }) => name).join()}
              title={own.map(({ name }) => name).join(', ')}
              channels={own}
              zone={zone}
              bounds={bounds}
              height={Math.max(150, (card.height * rowPx - headPx) / pairs.length)}
            />
          ))}
        </Suspense>
      )}
    </>
  )
}
