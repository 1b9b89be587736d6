import type { DeviceMarker } from '#contract/connectivity/concentrator-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { levelText, levelTone } from '#src/features/alarm/alarm-words.ts'
import { DeviceIcon } from './DeviceIcon.tsx'
import './map-devices.css'

type Marked = Pick<DeviceMarker, 'name' | 'deviceType' | 'online' | 'isOpen' | 'alarm'>
type Level = NonNullable<DeviceMarker['alarm']>

/** A device on the map: signs and words say what stands open and what has an alarm, not colour. */
export function MapMark({
  marker,
  isOpened,
  tabIndex,
  onClick,
}: {
  marker: Marked
  isOpened: boolean
  /** Among many, one is reached by Tab and the others from it. */
  tabIndex?: number
  onClick: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const { name, deviceType, online, isOpen, alarm } = marker
  const label = [
    name,
    online === 0 && t('equipment:deviceData.offline'),
    isOpen !== null && t(isOpen === 1 ? 'equipment:onMap.open' : 'equipment:onMap.closed'),
    alarm !== null && t('equipment:onMap.alarm', { level: levelText(t, alarm) }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      className="map-device"
      aria-label={label}
      title={label}
      aria-pressed={isOpened}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <DeviceIcon type={deviceType} isOnline={online === 1} size={16} />
      {isOpen === 1 && (
        <span className="map-mark-open" aria-hidden>
          {t('equipment:onMap.openSign')}
        </span>
      )}
      <AlarmSign level={alarm} />
    </button>
  )
}

/** Several that lie together: how many, how many of them have alarms, and the worst of those. */
export function MapMarks({
  count,
  alarming,
  alarm,
  tabIndex,
  onClick,
}: {
  count: number
  /** Not said where nobody has counted. */
  alarming?: number
  alarm: Level | null
  tabIndex?: number
  onClick: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const label = [
    t('equipment:onMap.several', { count }),
    alarm !== null &&
      (alarming === undefined
        ? t('equipment:onMap.alarm', { level: levelText(t, alarm) })
        : t('equipment:onMap.alarming', { count: alarming })),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      className="map-device map-devices"
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      {count}
      <AlarmSign level={alarm} />
    </button>
  )
}

const AlarmSign = ({ level }: { level: Level | null }) =>
  level !== null && (
    <span className={`map-mark-alarm map-mark-${levelTone[level]}`} aria-hidden>
      !
    </span>
  )

/** The same beside its name. */
export function MarkWords({ marker: { isOpen, alarm } }: { marker: Marked }) {
  const t = useLabels({ module: 'equipment' })
  return (
    <>
      {isOpen === 1 && <StatusTag tone="good">{t('equipment:onMap.open')}</StatusTag>}
      {alarm !== null && (
        <StatusTag tone={levelTone[alarm]}>
          {t('equipment:onMap.alarm', { level: levelText(t, alarm) })}
        </StatusTag>
      )}
    </>
  )
}
