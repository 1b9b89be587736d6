import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { alarms, alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { levelText, levelTone, reasonText, stateTone } from '#src/features/alarm/alarm-words.ts'
import { lengthBetween } from '#src/features/telemetry/length.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

const asked = ['list']
const shown = 10
const definition = { screen: alarmScreen, page: async () => ({ default: () => null }) }

/** The device's latest alarms, for whoever may see alarms. */
export function DeviceAlarms({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const now = useNow(10_000)
  const may = usePermissions(definition, asked)
  const { data, error, refetch } = useCall(
    alarms,
    { deviceId: id, page: 1, size: shown },
    { enabled: may?.list === true },
  )
  if (!may?.list) return null
  return (
    <section aria-label={t('equipment:alarm.ofDevice')}>
      <h3>{t('equipment:alarm.ofDevice')}</h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton rows={2} />}
      {data?.content.length === 0 && <p>{t('equipment:alarm.none')}</p>}
      <ol className="device-alarms">
        {data?.content.map((one) => (
          <li key={one.id}>
            <StatusTag tone={levelTone[one.level]}>{levelText(t, one.level)}</StatusTag>
            <Link className="kit-link" to={`${alarmScreen.route}?alarm=${one.id}`}>
              {one.ruleName}
            </Link>
            <span>{reasonText(t, one)}</span>
            <small>
              {momentOf(one.beganAt, zone)} ·{' '}
              {lengthBetween(one.beganAt, one.clearedAt, now, i18n.language)}
            </small>
            <StatusTag tone={stateTone[one.state]}>
              {t(`equipment:alarm.states.${one.state}`)}
            </StatusTag>
          </li>
        ))}
      </ol>
      {(data?.totalElements ?? 0) > shown && (
        <Link className="kit-link" to={`${alarmScreen.route}?deviceId=${id}`}>
          {t('equipment:alarm.all')}
        </Link>
      )}
    </section>
  )
}
