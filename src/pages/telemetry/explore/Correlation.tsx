import { Scatter } from '@ant-design/charts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { channelOfKey, type Explored } from '#contract/telemetry/explore-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useAppearance } from '#src/kit/map/base/use-appearance.ts'
import { chartLook } from '#src/lib/chart-look.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

interface CorrelationProps {
  explored: Explored
  channels: readonly string[]
  pair: readonly [string, string] | null
  nameOf: (key: string) => string
  onPair: (pair: readonly [string, string]) => void
}
const joins = (a: string, b: string) => `${a}|${b}`

/**
 * One channel against another, a dot for each bucket that both have, and how closely the two go
 * together.
 */
export default function Correlation({
  explored,
  channels,
  pair,
  nameOf,
  onPair,
}: CorrelationProps) {
  const t = useLabels({ module: 'equipment' })
  const found = explored.correlations
  const shown = found.find(({ a, b }) => pair && a === pair[0] && b === pair[1]) ?? found[0]
  const points = useMemo(
    () => (shown ? meeting(explored, shown.a, shown.b) : []),
    [explored, shown],
  )
  const names = useMemo(
    () =>
      shown &&
      [shown.a, shown.b].map((key) => ({
        name: nameOf(key),
        unit: readingOf(explored, key)?.unit ?? '',
        decimals: readingOf(explored, key)?.decimals ?? 2,
      })),
    [explored, shown, nameOf],
  )
  const appearance = useAppearance()
  const config = useMemo(() => {
    const [x, y] = names ?? []
    const { colours, theme } = chartLook(appearance)
    return {
      data: points,
      xField: 'x',
      yField: 'y',
      height: 380,
      animate: false as const,
      theme,
      style: { fillOpacity: 0.55, fill: colours[0] },
      sizeField: 3,
      scale: { x: { nice: true }, y: { nice: true } },
      axis: {
        x: { title: `${x?.name} ${x?.unit}`.trim() },
        y: { title: `${y?.name} ${y?.unit}`.trim() },
      },
      tooltip: {
        title: false,
        items: [
          {
            channel: 'x',
            name: x?.name,
            valueFormatter: (value: number) => value.toFixed(x?.decimals),
          },
          {
            channel: 'y',
            name: y?.name,
            valueFormatter: (value: number) => value.toFixed(y?.decimals),
          },
        ],
      },
    }
  }, [points, names, appearance])
  if (channels.length < 2 || !shown || !names)
    return (
      <EmptyState variant="noData" height={240}>
        {t('equipment:explore.twoChannels')}
      </EmptyState>
    )
  return (
    <section className="explore-correlation" aria-label={t('equipment:explore.views.scatter')}>
      <Select
        className="kit-full"
        aria-label={t('equipment:explore.pair')}
        value={joins(shown.a, shown.b)}
        onChange={(next: string) => onPair(next.split('|') as [string, string])}
        options={found.map(({ a, b, r }) => ({
          value: joins(a, b),
          label: `${nameOf(a)} · ${nameOf(b)} (r ${r === null ? '–' : r.toFixed(3)})`,
        }))}
      />
      <p role="status">
        <strong className="kit-number">{`r = ${shown.r === null ? '–' : shown.r.toFixed(3)}`}</strong>{' '}
        {shown.r === null
          ? t('equipment:explore.noCorrelation')
          : t(`equipment:explore.strength.${strengthOf(shown.r)}`)}{' '}
        · {t('equipment:explore.buckets', { count: shown.n })}
      </p>
      {points.length > 0 && (
        <div
          role="img"
          aria-label={`${names[0]!.name} · ${names[1]!.name}`}
          className="device-chart"
        >
          <Scatter {...config} />
        </div>
      )}
    </section>
  )
}

const readingOf = ({ devices }: Explored, key: string) => {
  const { deviceId, metric } = channelOfKey(key)
  const type = devices.find(({ id }) => id === deviceId)?.deviceType
  return type ? channelOf(deviceTypeNamed(type), metric)?.reading : undefined
}
/** Buckets that both have. */
function meeting(explored: Explored, a: string, b: string): { x: number; y: number }[] {
  const [one, other] = [a, b].map((key) => {
    const { deviceId, metric } = channelOfKey(key)
    const weight = readingOf(explored, key)?.isAmount ? 'sum' : 'mean'
    const own = explored.series.find(
      (series) =>
        series.yearsBack === 0 && series.deviceId === deviceId && series.metric === metric,
    )
    return new Map(
      (own?.points ?? []).flatMap((point) =>
        point[weight] === null ? [] : [[point.at, point[weight]] as const],
      ),
    )
  })
  return [...one!].flatMap(([at, x]) => (other!.has(at) ? [{ x, y: other!.get(at)! }] : []))
}
const strengthOf = (r: number) =>
  Math.abs(r) >= 0.7
    ? r > 0
      ? 'strong'
      : 'strongInverse'
    : Math.abs(r) >= 0.3
      ? r > 0
        ? 'some'
        : 'someInverse'
      : 'none'
