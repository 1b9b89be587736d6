import { simOperations } from '#contract/connectivity/sim.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** What was done with a card, by whom, and what the carrier complained of. */
export function Operations({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, error, refetch } = useCall(simOperations, { id })
  return (
    <section aria-label={t('equipment:sim.operations')}>
      <h3>{t('equipment:sim.operations')}</h3>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={2} />
      ) : data.length === 0 ? (
        <p>{t('equipment:sim.none')}</p>
      ) : (
        <ul className="sim-operations">
          {data.map(({ id: one, at, kind, okFlag, detail, realName }) => (
            <li key={one}>
              <time>{momentOf(at, zone)}</time> <strong>{t(`equipment:sim.kinds.${kind}`)}</strong>{' '}
              {okFlag === 0 && <StatusTag tone="bad">{t('equipment:sim.failed')}</StatusTag>}{' '}
              <span>{detail}</span> <small>{realName ?? t('equipment:sim.system')}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
