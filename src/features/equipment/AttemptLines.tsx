import type { DeviceAttempt } from '#contract/equipment/device-calls.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Failed sign-ins, one a line: why, when, from where, how often. */
export function AttemptLines({ attempts }: { attempts: readonly DeviceAttempt[] }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  return (
    <ol className="device-outages">
      {attempts.map(({ id, reason, name, address, count, lastAt }) => (
        <li key={id}>
          <span>
            {name && <code className="kit-code">{name}</code>}{' '}
            {t(`equipment:attempts.reasons.${reason}`)}
          </span>
          <small>
            {momentOf(lastAt, zone)} · {address}
            {count > 1 && ` · ${t('equipment:attempts.times', { count })}`}
          </small>
        </li>
      ))}
    </ol>
  )
}
