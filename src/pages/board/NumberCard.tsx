import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import {
  usualHours,
  type BoardCard,
  type BoardContent,
  type BoardSeries,
} from '#contract/board/board.ts'
import { ageOf, isStale } from '#src/features/equipment/age.ts'
import { drawnOf } from '#src/features/telemetry/channel-series.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { inOwnUnit, valueText } from '#src/features/equipment/reading-words.ts'
import { Sparkline } from '#src/features/telemetry/Sparkline.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/**
 * The newest value, how old it is and which way it went; of amounts what came in the time that the
 * card looks back on.
 */
export function NumberCard({
  card,
  device,
  series,
}: {
  card: BoardCard
  device: BoardContent['devices'][number]
  series: BoardSeries | undefined
}) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const pathTo = useDevicePath()
  const type: DeviceType = deviceTypes[device.deviceType!]
  const found = channelOf(type, card.metric ?? '')?.reading
  const words = device.calculated.find(({ metric }) => metric === card.metric)
  const reading = found && inOwnUnit(found, words)
  const hours = card.hours ?? usualHours
  const span = series?.spans.find((one) => one.hours === hours)
  const own = span?.series.find(
    ({ deviceId, metric }) => deviceId === device.id && metric === card.metric,
  )
  const [drawn] = useMemo(
    () => (own && span ? drawnOf(t, [own], [device], span.from, span.stepMs) : []),
    [own, span, device, t],
  )
  const latest = device.readings.find(({ metric }) => metric === card.metric)
  if (!reading) return <p className="board-note">{t('equipment:boardCard.noChannel')}</p>
  const sum = reading.isAmount ? (own?.summary?.sum ?? null) : null
  const path = pathTo(device.id, device.deviceType!)
  const value =
    latest &&
    (reading.isAmount
      ? sum === null
        ? null
        : valueText(t, reading, sum)
      : valueText(t, reading, latest.value))
  return (
    <div className="board-number">
      {value ? (
        <strong className={latest && isStale(latest.at, now, device) ? 'device-stale' : undefined}>
          {value}
        </strong>
      ) : (
        <p className="board-note">{t('equipment:control.never')}</p>
      )}
      <small>
        {reading.isAmount && `${t('equipment:boardCard.inHours', { count: hours })} · `}
        {latest && ageOf(latest.at, now, i18n.language)}
        {path && (
          <>
            {' '}
            ·{' '}
            <Link className="kit-link" to={path}>
              {device.name}
            </Link>
          </>
        )}
      </small>
      {drawn && span && !reading.isSwitch && !reading.states && (
        <Sparkline
          points={drawn.points}
          reading={reading}
          from={span.from}
          to={span.to}
          label={t('equipment:boardCard.course', { count: hours })}
        />
      )}
    </div>
  )
}
