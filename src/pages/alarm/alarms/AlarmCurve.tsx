import { lazy, Suspense, useMemo } from 'react'
import { alarmCurve, type AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { readingOf } from '#contract/alarm/alarm-reason.ts'
import { deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { viewOf } from '#src/features/equipment/views/index.ts'
import { channelLabel } from '#src/features/equipment/reading-words.ts'
import type { LimitLine } from '#src/features/telemetry/HistoryChart.tsx'
import { curveOf } from '#src/features/telemetry/series.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

const HistoryChart = lazy(() => import('#src/features/telemetry/HistoryChart.tsx'))
const againMs = 15_000
/** What the server answers with: six hours before the alarm, one after it. */
const beforeMs = 6 * 3_600_000
const afterMs = 3_600_000
const longestHoleMs = 45 * 60_000

/** The channel around the alarm, with the limit that explains it and the time it lasted. */
export default function AlarmCurve({ alarm }: { alarm: AlarmRow }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const type = alarm.deviceType as DeviceTypeName
  const isOpen = alarm.state !== 'cleared'
  const { data, error, refetch, dataUpdatedAt } = useCall(
    alarmCurve,
    { id: alarm.id },
    { refetchInterval: isOpen ? againMs : false },
  )
  // Of a device that says nothing, its most telling reading shows since when.
  const name = alarm.metric ? '' : viewOf(type).curve
  const reading = readingOf(deviceTypes[type], alarm.metric || name)
  const points = useMemo(() => {
    if (!data) return null
    const series = alarm.metric
      ? data.series
      : data.series.filter(({ metric }) => metric.split('.')[0] === name)
    return curveOf({ ...data, series }, Math.max(longestHoleMs, data.stepMs * 1.5), (metric) =>
      metric === alarm.metric && alarm.channelName
        ? alarm.channelName
        : channelLabel(t, type, deviceTypes[type], metric),
    )
  }, [data, alarm.metric, alarm.channelName, name, type, t])
  const bounds = useMemo(
    () =>
      [
        new Date(Date.parse(alarm.beganAt) - beforeMs),
        new Date(
          Math.min(
            dataUpdatedAt,
            Date.parse(alarm.clearedAt ?? new Date(dataUpdatedAt).toISOString()) + afterMs,
          ),
        ),
      ] as const,
    [alarm.beganAt, alarm.clearedAt, dataUpdatedAt],
  )
  const { operator, value, value2, severeValue, hysteresis, clearValue = null } = alarm.limits
  const limits = useMemo(() => {
    if ((alarm.trigger !== 'threshold' && alarm.trigger !== 'count') || value === null) return []
    const isAbove = operator === 'above' || operator === 'atLeast'
    const back =
      clearValue ??
      (hysteresis && (isAbove || operator === 'below' || operator === 'atMost')
        ? value + (isAbove ? -hysteresis : hysteresis)
        : null)
    const lines: [number | null, string, LimitLine['tone']][] = [
      [value, 'limit', 'bad'],
      [value2, 'limit', 'bad'],
      [severeValue, 'severeLimit', 'bad'],
      [back, 'backLimit', 'quiet'],
    ]
    return lines.flatMap(([at, key, tone]) =>
      at === null ? [] : [{ value: at, label: t(`equipment:alarm.${key}`), tone }],
    )
  }, [alarm.trigger, operator, value, value2, severeValue, hysteresis, clearValue, t])
  const span = useMemo(
    () =>
      [
        new Date(alarm.beganAt),
        alarm.clearedAt ? new Date(alarm.clearedAt) : new Date(dataUpdatedAt),
      ] as const,
    [alarm.beganAt, alarm.clearedAt, dataUpdatedAt],
  )
  if (error) return <LoadFailed error={error} height={240} onRetry={() => void refetch()} />
  if (!points || !reading) return <ListSkeleton rows={6} />
  if (points.length === 0)
    return (
      <EmptyState variant="noData" height={240}>
        {t('equipment:alarm.noCurve')}
      </EmptyState>
    )
  const isLong = span[1].getTime() - span[0].getTime() > 2 * 86_400_000
  return (
    <Suspense fallback={<ListSkeleton rows={6} />}>
      <HistoryChart
        points={points}
        title={t('equipment:alarm.curve')}
        reading={reading}
        zone={zone}
        isLong={isLong}
        bounds={bounds}
        limits={limits}
        span={span}
      />
    </Suspense>
  )
}
