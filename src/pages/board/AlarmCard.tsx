import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { alarms, alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { levelText, levelTone, reasonText } from '#src/features/alarm/alarm-words.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

const asked = ['list']
const shown = 10
const definition = { screen: alarmScreen, page: async () => ({ default: () => null }) }

/** Open alarms, newest first, for whoever may see alarms. */
export default function AlarmCard({ areaId }: { areaId: number | null }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const may = usePermissions(definition, asked)
  const { data, error, refetch } = useCall(
    alarms,
    { state: 'open', page: 1, size: shown, ...(areaId && { areaId }) },
    { enabled: may?.list === true },
  )
  if (may && !may.list) return <p className="board-note">{t('equipment:boardCard.hidden')}</p>
  if (error) return <LoadFailed error={error} height={120} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={2} />
  if (data.content.length === 0)
    return <p className="board-note">{t('equipment:boardCard.noAlarms')}</p>
  return (
    <ol className="board-alarms">
      {data.content.map((one) => (
        <li key={one.id}>
          <StatusTag tone={levelTone[one.level]}>{levelText(t, one.level)}</StatusTag>
          <Link className="kit-link" to={`${alarmScreen.route}?alarm=${one.id}`}>
            {one.ruleName}
          </Link>
          <span>{one.deviceName}</span>
          <small>
            {reasonText(t, one)} · {ageOf(one.beganAt, now, i18n.language)}
          </small>
        </li>
      ))}
      {data.totalElements > shown && (
        <li>
          <Link className="kit-link" to={`${alarmScreen.route}?state=open`}>
            {t('equipment:alarm.all')}
          </Link>
        </li>
      )}
    </ol>
  )
}
