import { Link } from 'react-router'
import { alarmLevels, alarmRule, alarmRuleScreen } from '#contract/alarm/alarm-rule.ts'
import { camera } from '#contract/camera/camera.ts'
import { cameraEventRules, type EventMetric } from '#contract/camera/events.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { addressOfNew } from '#src/kit/record/use-opened.ts'
import './camera-footer.css'

/** Alarm rules for what a camera sees that no rule looks at yet; for whoever may make them. */
export function EventRules({ row }: { row: Row }) {
  const mayMake = useGranted(alarmRule.permissions.create) === true
  const maySee = useGranted(alarmRule.permissions.list) === true
  return mayMake && maySee && row.eventsFlag === 1 ? <Suggested row={row} /> : null
}

function Suggested({ row }: { row: Row }) {
  const t = useLabels({ module: 'camera' })
  const { data } = useCall(cameraEventRules, { cameraId: row.id })
  if (!data?.device || data.uncovered.length === 0) return null
  const { id, areaId } = data.device
  const begin = (metric: EventMetric) => ({
    name: t('camera:eventRules.name', {
      camera: row.name,
      event: t(`camera:eventRules.${metric}`),
    }),
    level: metric === 'tamper' ? alarmLevels.emergency : alarmLevels.warning,
    deviceType: camera.name,
    deviceIds: [id],
    ...(areaId !== null && { areaId }),
    metric,
    // Tampering is a fault that the box says itself.
    ...(metric === 'tamper'
      ? { trigger: 'fault' }
      : { trigger: 'threshold', operator: 'equals', value: 1 }),
    enabledFlag: 1,
  })
  return (
    <section className="camera-footer" aria-label={t('camera:eventRules.title')}>
      <h3>{t('camera:eventRules.title')}</h3>
      <p>{t('camera:eventRules.why')}</p>
      <ul>
        {data.uncovered.map((metric) => (
          <li key={metric}>
            <Link to={addressOfNew(alarmRuleScreen, begin(metric))}>
              {t('camera:eventRules.make', { event: t(`camera:eventRules.${metric}`) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
