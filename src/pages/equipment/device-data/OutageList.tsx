import { useTranslation } from 'react-i18next'
import { deviceOutages } from '#contract/equipment/device-calls.ts'
import { lengthBetween } from '#src/features/telemetry/length.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice } from './use-device.ts'

/** When the device was not to be heard, and why it counts as that. */
export function OutageList({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const now = useNow(10_000)
  const { data, error, refetch } = useOfDevice(deviceOutages, id)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  if (data.length === 0) return <p className="device-none">{t('equipment:deviceData.noOutages')}</p>
  return (
    <ol className="device-outages">
      {data.map(({ beganAt, endedAt, reason }) => (
        <li key={beganAt}>
          <span>
            {momentOf(beganAt, zone)} –{' '}
            {endedAt ? momentOf(endedAt, zone) : t('equipment:deviceData.stillOffline')}
          </span>
          <small>
            {lengthBetween(beganAt, endedAt, now, i18n.language)} ·{' '}
            {t(`equipment:deviceData.reasons.${reason}`)}
          </small>
        </li>
      ))}
    </ol>
  )
}
