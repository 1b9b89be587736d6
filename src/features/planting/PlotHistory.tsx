import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { batch, batchScreen, batchState } from '#contract/planting/batch.ts'
import { landHistory } from '#contract/planting/batch-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { ShowFooterProps } from '#src/kit/definition/resource.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './plot-history.css'

/** What grew on a plot, the newest first; for who sees batches. */
export default function PlotHistory({ row }: ShowFooterProps) {
  const isListed = useIsListed(batchScreen)
  return isListed ? <History id={row.id} /> : null
}

function History({ id }: { id: number }) {
  const t = useLabels(batch)
  const { data, error, refetch } = useCall(landHistory, { id })
  const [part, setPart] = useState<string | null>(null)
  const names = [...new Set(data?.flatMap(({ parts }) => parts))]
  // Who had all of it had this part too.
  const seen = data?.filter(
    ({ parts }) => part === null || parts.length === 0 || parts.includes(part),
  )
  return (
    <section className="plot-history" aria-label={t('planting:history.title')}>
      <h3>{t('planting:history.title')}</h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {names.length > 0 && (
        <Select<string | null>
          aria-label={t('planting:batch.fields.parts')}
          value={part}
          style={{ minWidth: 140 }}
          options={[
            { value: null, label: t('planting:parts.all') },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          onChange={setPart}
        />
      )}
      {data?.length === 0 && <p>{t('planting:history.none')}</p>}
      <ul>
        {seen?.map((one) => {
          const state = codeName(batchState, one.state)!
          return (
            <li key={one.id}>
              <Link to={`${batchScreen.route}/info/${one.id}`}>{one.batchName}</Link>
              <StatusTag tone={toneOf(state)}>{optionLabel(t, batch, 'state', state)}</StatusTag>
              <span>
                {[one.cropName, one.varietyName, one.parts.join(', ')].filter(Boolean).join(' · ')}
              </span>
              <small className="kit-number">
                {`${one.plantedOn} – ${one.finishedOn ?? one.expectedHarvestOn ?? '…'}`}
                {one.realYield !== null && ` · ${one.realYield} ${t('common:units.kilogram')}`}
              </small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
