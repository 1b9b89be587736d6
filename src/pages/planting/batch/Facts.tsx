import { batch, batchState } from '#contract/planting/batch.ts'
import { daysBetween } from '#contract/planting/stages.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'

const figures = ['plantedArea', 'expectedYield', 'realYield', 'cost'] as const
const facts = [
  'areaId',
  'parts',
  'plantedOn',
  'expectedHarvestOn',
  'finishedOn',
  'quantity',
  'quantityUnitId',
  'managerId',
  'sharedFlag',
  'endReason',
  'description',
] as const

/** The figures one looks for first, and the rest of the record. */
export function Facts({
  resource,
  row,
  today,
}: {
  resource: AnyResource
  row: Row
  today: string
}) {
  const t = useLabels(batch)
  const expected = row.expectedHarvestOn as string | null
  const isAhead = Number(row.state) < batchState.finished
  const days = expected && isAhead ? daysBetween(today, expected) : null
  // What somebody is not told is no field of theirs.
  const told = (name: string) => name in resource.entity.fields
  return (
    <section className="batch-card" aria-label={t('planting:figures.title')}>
      <dl className="kit-facts batch-figures">
        {figures.filter(told).map((name) => (
          <div key={name}>
            <dt>{fieldLabel(t, batch, name)}</dt>
            <dd>
              <FieldCell resource={resource} name={name} row={row} isDetail />
            </dd>
          </div>
        ))}
        {days !== null && (
          <div>
            <dt>{t(days < 0 ? 'planting:figures.late' : 'planting:figures.days')}</dt>
            <dd>{`${Math.abs(days)} ${t('common:units.day')}`}</dd>
          </div>
        )}
      </dl>
      <dl className="kit-facts">
        {facts
          .filter((name) => told(name) && !isEmpty(row[name]))
          .map((name) => (
            <div key={name}>
              <dt>{fieldLabel(t, batch, name)}</dt>
              <dd>
                <FieldCell resource={resource} name={name} row={row} isDetail />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
