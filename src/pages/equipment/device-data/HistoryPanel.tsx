import { Alert, Segmented, Select } from 'antd'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import {
  channelOf,
  shownReadings,
  type DeviceType,
  type Reading,
} from '#contract/devices/device-type.ts'
import {
  deviceHistory,
  latestValues,
  mostChannels,
  type LatestValue,
} from '#contract/equipment/device-calls.ts'
import { channelKey, exploreScreen } from '#contract/telemetry/explore-calls.ts'
import { useAnswer, type Ask } from '#src/kit/calls/use-call.ts'
import {
  conductivityNames,
  conductivityOf,
  historyIn,
  readingIn,
  type ConductivityUnit,
} from '#src/features/telemetry/conductivity.ts'
import { exploreLink } from '#src/features/telemetry/explore-place.ts'
import { viewOf } from '#src/features/equipment/views/index.ts'
import {
  channelLabel,
  channelsOf,
  inOwnUnit,
  layerLabel,
  readingLabel,
  valueText,
  type Translate,
} from '#src/features/equipment/reading-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { barsOf, curveOf, extremesOf, type Extremes } from '#src/features/telemetry/series.ts'
import { HistoryExport } from './HistoryExport.tsx'
import { boundsOf, lengthOf, lengths, type Span } from '#src/features/telemetry/span.ts'
import { useSwitches } from '#src/features/command/use-switches.ts'
import { SpanTools } from '#src/features/telemetry/SpanTools.tsx'
import { useOfDevice, type DeviceRow } from './use-device.ts'

const HistoryChart = lazy(() => import('#src/features/telemetry/HistoryChart.tsx'))
/** A curve moves on with the clock, not with every message. */
const againMs = 10_000

/** What was measured over a span, and where that begins and ends. */
async function measuredOver(ask: Ask, id: number, span: Span, zone: string, channels: string) {
  const bounds = boundsOf(span, zone, Date.now())
  return {
    ...(await ask(deviceHistory, { id, ...bounds, channels })),
    bounds: [new Date(bounds.from), new Date(bounds.to)] as const,
  }
}

/** What a span came to, as the reading asks. */
function wordsOf(t: Translate, reading: Reading, { min, max, mean, sum }: Extremes): string {
  if ((reading.isAmount || reading.isCounter) && sum !== null)
    return t('equipment:deviceData.sum', { value: valueText(t, reading, sum) })
  if (mean === null || reading.states || reading.isDirection) return ''
  if (reading.isSwitch) return t('equipment:deviceData.share', { percent: (mean * 100).toFixed(1) })
  if (min === null || max === null)
    return t('equipment:deviceData.mean', { mean: valueText(t, reading, mean) })
  return t('equipment:deviceData.extremes', {
    min: valueText(t, reading, min),
    max: valueText(t, reading, max),
    mean: valueText(t, reading, mean),
  })
}

export interface HistoryProps {
  row: DeviceRow
  type: DeviceType
  span: Span
  onSpan: (span: Span) => void
  /** What else there is to look at, beside the heading. */
  way: ReactNode
}

/** One reading over time; the layers of a probe together. */
export function HistoryPanel({ row, type, span, onSpan, way }: HistoryProps) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const [reading, setReading] = useState(viewOf(row.deviceType).curve)
  const [chosenUnit, setUnit] = useState<ConductivityUnit>()
  const latest = useOfDevice(latestValues, row.id)
  const { data: switches } = useSwitches(row.id)
  // What is worked out is drawn by itself: each has a name and a unit of its own.
  const calculated = (latest.data ?? []).filter(
    ({ metric }) => channelOf(type, metric)?.reading.isCalculated,
  )
  const own = calculated.find(({ metric }) => metric === reading)
  const channels = own
    ? [{ metric: own.metric, layer: null }]
    : channelsOf(type, latest.data?.map(({ metric }) => metric) ?? [], reading).slice(
        0,
        mostChannels,
      )
  const names = channels.map(({ metric }) => metric).join(',')
  const {
    data: measured,
    error,
    refetch,
    isPlaceholderData,
  } = useAnswer(
    'measured',
    { id: row.id, span, zone, names },
    (ask) => measuredOver(ask, row.id, span, zone, names),
    { enabled: names !== '', refetchInterval: againMs, placeholderData: keepPreviousData },
  )
  const kept = own
    ? inOwnUnit(channelOf(type, own.metric)!.reading, own.words)
    : type.readings[reading]!
  // Labs speak of soil in one unit and makers in another: what is kept is shown in either.
  const keptUnit = conductivityOf(kept)
  const unit = keptUnit && (chosenUnit ?? keptUnit)
  const about = useMemo(() => (unit ? readingIn(kept, unit) : kept), [kept, unit])
  const data = useMemo(
    () => measured && (unit ? historyIn(measured, keptUnit!, unit) : measured),
    [measured, keptUnit, unit],
  )
  const calculatedName = ({ metric, words }: LatestValue) =>
    words?.name ?? channelLabel(t, row.deviceType, type, metric)
  const title = own ? calculatedName(own) : readingLabel(t, row.deviceType, reading)
  const shown = useMemo(() => {
    const nameOf = (metric: string) => {
      if (metric === own?.metric) return title
      const named = switches?.find(({ channel }) => channel === metric)?.name
      if (named) return named
      const layer = channelOf(type, metric)?.layer
      return layer === null || layer === undefined
        ? channelLabel(t, row.deviceType, type, metric)
        : layerLabel(t, type, layer)
    }
    if (!data) return null
    const silenceMs = Math.max(90_000, (row.reportMinutes ?? 30) * 150_000)
    return {
      points: about.isAmount ? [] : curveOf(data, Math.max(silenceMs, data.stepMs * 1.5), nameOf),
      bars: about.isAmount ? barsOf(data, nameOf) : undefined,
      extremes: extremesOf(data, nameOf),
    }
  }, [
    data,
    type,
    t,
    row.deviceType,
    row.reportMinutes,
    about.isAmount,
    switches,
    own?.metric,
    title,
  ])
  const lastAt = latest.data
    ?.filter(({ metric }) => channels.some((one) => one.metric === metric))
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const stoppedAt =
    lastAt &&
    data &&
    data.bounds[1].getTime() - Date.parse(lastAt) >
      Math.max(90_000, (row.reportMinutes ?? 30) * 150_000) &&
    typeof span === 'string'
      ? lastAt
      : null
  const nothing = (
    <EmptyState variant="noData" height={240}>
      {latest.data?.length === 0
        ? t('equipment:deviceData.neverSeen')
        : t('equipment:deviceData.noneInPeriod')}
    </EmptyState>
  )
  return (
    <section aria-label={t('equipment:deviceData.history')}>
      <div className="device-history-tools">
        <h3>{t('equipment:deviceData.history')}</h3>
        {way}
        <Select
          aria-label={t('equipment:deviceData.reading')}
          value={reading}
          onChange={setReading}
          popupMatchSelectWidth={false}
          options={[
            ...shownReadings(type.readings).map(([name]) => ({
              value: name,
              label: readingLabel(t, row.deviceType, name),
            })),
            ...calculated.map((one) => ({ value: one.metric, label: calculatedName(one) })),
          ]}
        />
        <SpanTools span={span} onChange={onSpan} />
        {unit && (
          <Segmented
            aria-label={t('equipment:soilCurve.unit')}
            value={unit}
            onChange={setUnit}
            options={conductivityNames}
          />
        )}
        <HistoryExport id={row.id} span={span} channels={names} title={title} />
        <span className="device-history-more">
          {names && (
            <ScreenLink
              screen={exploreScreen}
              to={exploreLink(
                channels.map(({ metric }) => channelKey(row.id, metric)),
                span,
              )}
            >
              {t('equipment:explore.add')}
            </ScreenLink>
          )}
          <small>
            {data
              ? t(`equipment:deviceData.steps.${data.step}`, { count: data.stepMs / 60_000 })
              : '\u00a0'}
          </small>
        </span>
      </div>
      <div className="device-history-room">
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!error && !shown && (latest.data && names === '' ? nothing : <ListSkeleton rows={7} />)}
        {stoppedAt && (
          <Alert
            type="warning"
            showIcon
            message={t('equipment:deviceData.stopped', { at: momentOf(stoppedAt, zone) })}
          />
        )}
        {shown && shown.extremes.length === 0 && nothing}
        {data && shown && shown.extremes.length > 0 && (
          <div className={isPlaceholderData ? 'kit-refreshing' : undefined}>
            <Suspense fallback={<ListSkeleton rows={7} />}>
              <HistoryChart
                points={shown.points}
                bars={shown.bars}
                bounds={data.bounds}
                title={title}
                reading={about}
                zone={zone}
                isLong={lengthOf(span) > lengths.day}
              />
            </Suspense>
            <ul className="device-extremes">
              {shown.extremes.map((one) => (
                <li key={one.series}>
                  <strong>{one.series}</strong>
                  <span>{wordsOf(t, about, one)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}
