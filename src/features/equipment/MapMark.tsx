import type { DeviceMarker } from '#contract/connectivity/concentrator-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { levelText, levelTone } from '#src/features/alarm/alarm-words.ts'
import { DeviceIcon } from './DeviceIcon.tsx'

type Marked = Pick<DeviceMarker, 'name' | 'deviceType' | 'online' | 'isOpen' | 'alarm'>
type Level = NonNullable<DeviceMarker['alarm']>

/** A device on the map: signs and words say what stands open and what has an alarm, not colour. */
export function MapMark({
  marker,
  isOpened,
  onClick,
}: {
  marker: Marked
  isOpened: boolean
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

/** Several that lie together: how many, and whether one of them has an alarm. */
export function MapMarks({
  markers,
  onClick,
}: {
  markers: readonly Pick<DeviceMarker, 'alarm'>[]
  onClick: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const alarming = markers.flatMap(({ alarm }) => alarm ?? [])
  const label = [
    t('equipment:onMap.several', { count: markers.length }),
    alarming.length > 0 && t('equipment:onMap.alarming', { count: alarming.length }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      className="map-device map-devices"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {markers.length}
      <AlarmSign level={alarming.length > 0 ? (Math.max(...alarming) as Level) : null} />
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
