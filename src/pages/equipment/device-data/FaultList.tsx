import { channelOf, type DeviceType } from '#contract/devices/device-type.ts'
import { deviceFaults } from '#contract/command/setting-calls.ts'
import { channelLabel, valueText } from '#src/features/equipment/reading-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/** What was broken, from when until when, in the words of its codes. */
export function FaultList({ row, type }: { row: DeviceRow; type: DeviceType }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, error, refetch } = useOfDevice(deviceFaults, row.id)
  return (
    <section aria-label={t('equipment:faults.title')}>
      <h3>{t('equipment:faults.title')}</h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton rows={2} />}
      {data?.length === 0 && <p>{t('equipment:faults.none')}</p>}
      <ol className="device-outages">
        {data?.map(({ channel, value, beganAt, endedAt }) => (
          <li key={`${channel}${beganAt}`}>
            <span>
              {channelLabel(t, row.deviceType, type, channel)}:{' '}
              {valueText(t, channelOf(type, channel)!.reading, value)}
            </span>
            <small>
              {momentOf(beganAt, zone)} –{' '}
              {endedAt ? momentOf(endedAt, zone) : t('equipment:faults.still')}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
