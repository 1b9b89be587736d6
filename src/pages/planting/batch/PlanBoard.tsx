import { Link } from 'react-router'
import { batchScreen, batchState } from '#contract/planting/batch.ts'
import { batchPlan, type PlannedBatch } from '#contract/planting/batch-calls.ts'
import { dayAfter, daysBetween, stageOn } from '#contract/planting/stages.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { CardViewProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import './batch.css'

const dayMs = 86_400_000
const endOf = ({ finishedOn, expectedHarvestOn, plantedOn }: PlannedBatch, today: string) =>
  finishedOn ?? [expectedHarvestOn ?? today, dayAfter(plantedOn, 1)].toSorted().at(-1)!

/** The batches that the list finds, on one line of time: each from planting to harvest, by its stages. */
export default function PlanBoard({ rows }: CardViewProps) {
  const t = useLabels({ module: 'planting' })
  const today = useToday()
  const plan = useCall(batchPlan, {})
  if (plan.error) return <LoadFailed error={plan.error} onRetry={() => void plan.refetch()} />
  if (!plan.data) return <ListSkeleton rows={6} />
  const found = new Set(rows.map(({ id }) => id))
  const shown = plan.data.filter(({ id }) => found.has(id))
  if (shown.length === 0)
    return (
      <EmptyState variant="noData" height={320}>
        <p>{t('planting:batch.empty')}</p>
      </EmptyState>
    )
  const from = shown.map(({ plantedOn }) => plantedOn).toSorted()[0]!
  const to = [today, ...shown.map((one) => endOf(one, today))].toSorted().at(-1)!
  const span = Math.max(1, daysBetween(from, to))
  const at = (day: string) => (daysBetween(from, day) / span) * 100
  return (
    <div className="batch-plan" tabIndex={0} role="region" aria-label={t('planting:plan.title')}>
      <Months from={from} span={span} />
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <Link to={`${batchScreen.route}/info/${one.id}`}>{one.batchName}</Link>
            <span className="batch-plan-line">
              <i className="batch-plan-today" style={{ insetInlineStart: `${at(today)}%` }} />
              <Bar one={one} today={today} at={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Months({ from, span }: { from: string; span: number }) {
  const begin = Date.parse(from)
  const first = new Date(begin)
  const months = Array.from({ length: Math.ceil(span / 28) + 1 }, (_one, ahead) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead + 1, 1),
  ).filter((month) => month < begin + span * dayMs)
  // Years of them are told every third month.
  const every = Math.ceil(months.length / 12)
  return (
    <div className="batch-plan-months" aria-hidden="true">
      {months
        .filter((_month, place) => place % every === 0)
        .map((month) => (
          <small
            key={month}
            style={{ insetInlineStart: `${((month - begin) / dayMs / span) * 100}%` }}
          >
            {new Date(month).toISOString().slice(0, 7)}
          </small>
        ))}
    </div>
  )
}

function Bar({
  one,
  today,
  at,
}: {
  one: PlannedBatch
  today: string
  at: (day: string) => number
}) {
  const t = useLabels({ module: 'planting' })
  const end = endOf(one, today)
  const now = stageOn(one.stages, today)
  const isGrowing = one.state === batchState.growing || one.state === batchState.harvesting
  const parts =
    one.stages.length > 0 ? one.stages : [{ name: one.cropName ?? '', startsOn: one.plantedOn }]
  return (
    <>
      {parts.map(({ name, startsOn }, place) => {
        const next = parts[place + 1]?.startsOn
        const until = next && next < end ? next : end
        if (startsOn >= until) return null
        return (
          <span
            key={name}
            className="batch-plan-stage"
            data-when={
              isGrowing && place === now
                ? 'now'
                : one.state === batchState.planned
                  ? 'ahead'
                  : 'past'
            }
            style={{
              insetInlineStart: `${at(startsOn)}%`,
              width: `${at(until) - at(startsOn)}%`,
            }}
            title={t('planting:plan.stage', { stage: name, from: startsOn, to: until })}
          >
            {name}
          </span>
        )
      })}
    </>
  )
}
