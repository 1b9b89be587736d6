import { Segmented, Select } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState, type CSSProperties } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { channelOf } from '#contract/devices/device-type.ts'
import { soilHistory } from '#contract/telemetry/history-calls.ts'
import { soilHistoryExpert } from '#contract/telemetry/soil-calls.ts'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import {
  conductivityNames,
  conductivityUnits,
  type ConductivityUnit,
} from '#src/features/telemetry/conductivity.ts'
import { layerLabel, readingLabel, type Reported } from '#src/features/equipment/reading-words.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { boundsOf, lengthOf, lengths } from '#src/features/telemetry/span.ts'
import { SoilExport } from './SoilExport.tsx'
import { SpanTools } from '#src/features/telemetry/SpanTools.tsx'
import type { HistoryProps } from './HistoryPanel.tsx'

const SoilChart = lazy(() => import('./SoilChart.tsx'))
/** The curve loads after half a second. */
const loadsAfterMs = 500
const shown = [
  ['temperature', '°C', 1, 1],
  ['humidity', '%', 1, 0],
  ['conductivity', 'S/m', 4, 2],
] as const

/** In the list of layers: all at once. */
const all = -1

/** Temperature, moisture and conductivity of one layer over time, or of all of them. */
export function SoilCurve({ row, type, span, onSpan, way }: HistoryProps) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const layers = useMemo(
    () =>
      [
        ...new Set(
          (row.readings as Reported[]).flatMap(
            ({ metric }) => channelOf(type, metric)?.layer ?? [],
          ),
        ),
      ].sort((a, b) => a - b),
    [row.readings, type],
  )
  const [chosen, setLayer] = useState<number>()
  const layer = chosen ?? layers.find((one) => one > 0) ?? 0
  const [unitOf, setUnit] = useState<ConductivityUnit>('S/m')
  const isReady = useAfter(loadsAfterMs)
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    'soil',
    { id: row.id, layer, span, zone },
    async (ask) => {
      const asked = { id: row.id, ...boundsOf(span, zone, Date.now()) }
      const points = await (layer === all
        ? ask(soilHistoryExpert, asked)
        : ask(soilHistory, { ...asked, layer }))
      return { points, bounds: [new Date(asked.from), new Date(asked.to)] as const }
    },
    { enabled: isReady && layers.length > 0, placeholderData: keepPreviousData },
  )
  const series = useMemo(
    () =>
      shown.flatMap(([name, unit, decimals, hue]) => {
        const isConductivity = name === 'conductivity'
        const points = (data?.points ?? [])
          .map((point) => ({
            at: new Date(point.uploadTime),
            value:
              point[name] === null
                ? null
                : point[name] * (isConductivity ? conductivityUnits[unitOf].factor : 1),
            ...(layer === all && { series: layerLabel(t, type, point.layer) }),
          }))
          .filter(({ value }) => layer !== all || value !== null)
        return points.some(({ value }) => value !== null)
          ? [
              {
                name,
                unit: isConductivity ? unitOf : unit,
                decimals: isConductivity ? conductivityUnits[unitOf].decimals : decimals,
                hue,
                points,
              },
            ]
          : []
      }),
    [data, unitOf, layer, t, type],
  )
  const order = useMemo(() => layers.map((one) => layerLabel(t, type, one)), [layers, t, type])
  // Their room is kept while they load, so that nothing below is pushed about.
  const charts = shown.filter(([name]) =>
    (row.readings as Reported[]).some(({ metric }) => {
      const channel = channelOf(type, metric)
      return channel?.name === name && (layer === all || channel.layer === layer)
    }),
  ).length
  return (
    <section aria-label={t('equipment:soilCurve.title')}>
      <div className="device-history-tools">
        <h3>{t('equipment:deviceData.history')}</h3>
        {way}
        <Select
          aria-label={t('equipment:deviceData.layer')}
          value={layer}
          onChange={setLayer}
          popupMatchSelectWidth={false}
          options={[
            ...layers.map((value) => ({ value, label: layerLabel(t, type, value) })),
            ...(layers.length > 1 ? [{ value: all, label: t('equipment:soilCurve.all') }] : []),
          ]}
        />
        <SpanTools span={span} onChange={onSpan} />
        <Segmented
          aria-label={t('equipment:soilCurve.unit')}
          value={unitOf}
          onChange={setUnit}
          options={conductivityNames}
        />
        <SoilExport id={row.id} name={row.name} span={span} />
      </div>
      <div className="soil-charts-room" style={{ '--soil-charts': charts } as CSSProperties}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!error && !data && <ListSkeleton rows={charts * 4} />}
        {data && series.length === 0 && (
          <EmptyState variant="noData" height={200}>
            {t('equipment:deviceData.noneInPeriod')}
          </EmptyState>
        )}
        <div className={isPlaceholderData ? 'soil-charts kit-refreshing' : 'soil-charts'}>
          <Suspense fallback={<ListSkeleton rows={charts * 4} />}>
            {series.map(({ name, ...one }) => (
              <SoilChart
                key={`${name} ${layer === all}`}
                {...one}
                order={order}
                title={readingLabel(t, row.deviceType, name)}
                zone={zone}
                isLong={lengthOf(span) > lengths.day}
                bounds={data!.bounds}
              />
            ))}
          </Suspense>
        </div>
      </div>
    </section>
  )
}

/** Whether so long has passed since it was first drawn. */
function useAfter(ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
