import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import { Button } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { batch, batchState } from '#contract/planting/batch.ts'
import { batchFigures, type BatchFigures, type BatchSale } from '#contract/planting/batch-calls.ts'
import { resized } from '#contract/file/file-calls.ts'
import { GroundPictures } from '#src/features/camera/GroundPictures.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import { useRecordName } from '#src/kit/definition/page-name.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { RecordActions } from '#src/kit/record/RecordActions.tsx'
import { Costs } from './Costs.tsx'
import { Family } from './Family.tsx'
import { Facts } from './Facts.tsx'
import { Plans } from './Plans.tsx'
import { Sales } from './Sales.tsx'
import { StageBar } from './StageBar.tsx'
import { StageRules } from './StageRules.tsx'
import { Timeline } from './Timeline.tsx'
import '#src/kit/form/form.css'
import './batch.css'

const noSales: readonly BatchSale[] = []
const Plots = lazy(() => import('#src/kit/map/Plots.tsx'))
const RecordHistory = lazy(() => import('#src/kit/record/RecordHistory.tsx'))

/** One batch: where it stands, what it took and gave, and everything that happened around it. */
export default function BatchPage() {
  const resource = useResource()
  const t = useLabels(batch)
  const { id, row, standIn } = useAddressed()
  const figures = useCall(batchFigures, id === null ? null : { id })
  useRecordName(batch, row, true)
  if (id === null || !row) return standIn
  if (figures.error)
    return <LoadFailed error={figures.error} onRetry={() => void figures.refetch()} />
  if (!figures.data) return <ListSkeleton rows={8} />
  const isGrowing = row.state === batchState.growing || row.state === batchState.harvesting
  return (
    <section
      className="kit-page batch"
      aria-label={`${entityLabel(t, batch)} ${String(row.batchName)}`}
    >
      <Head resource={resource} row={row} picture={figures.data.cropPicture} />
      <section className="batch-card" aria-label={t('planting:stages.title')}>
        <StageBar figures={figures.data} isGrowing={isGrowing} />
        {isGrowing && <Pests pests={figures.data.pests} />}
      </section>
      <div className="batch-columns">
        <div>
          <Facts resource={resource} row={row} today={figures.data.today} />
          {figures.data.costs && (
            <Costs
              costs={figures.data.costs}
              income={figures.data.income ?? null}
              isMetered={figures.data.meteredFlag === 1}
              row={row}
            />
          )}
          <Sales sales={figures.data.sales ?? noSales} />
          <Family row={row} />
          <StageRules row={row} />
          <Plans id={id} />
          <GroundPictures batchId={id} className="batch-card" />
          <Ground plots={figures.data.plots} />
        </div>
        <Timeline id={id} />
      </div>
      <div className="batch-card">
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <RecordHistory entity={batch} id={id} version={row.objectVersionNumber} />
        </Suspense>
      </div>
    </section>
  )
}

interface HeadProps {
  resource: AnyResource
  row: Row
  picture: string | null
}
function Head({ resource, row, picture }: HeadProps) {
  const t = useLabels(batch)
  const navigate = useNavigate()
  const { route } = resource.screen
  const back = () => void navigate({ pathname: route, search: addressLeft(route) })
  return (
    <header className="batch-head">
      <Button onClick={back}>{t('common:buttons.back')}</Button>
      {picture && <img src={resized(picture)} alt="" />}
      <div>
        <h2>{String(row.batchName)}</h2>
        <p>
          <FieldCell resource={resource} name="state" row={row} />
          <span className="kit-number">{String(row.batchCode ?? '')}</span>
          <span>{[row.cropIdName, row.varietyIdName].filter(Boolean).join(' · ')}</span>
        </p>
      </div>
      <div className="batch-actions">
        <RecordActions resource={resource} row={row} ending={['end']} onDeleted={back} />
      </div>
    </header>
  )
}

/** What to look out for in the stage that it is in. */
function Pests({ pests }: Pick<BatchFigures, 'pests'>) {
  const t = useLabels(batch)
  if (pests.length === 0) return null
  return (
    <p className="batch-pests">
      <strong>{t('planting:stages.pests')}</strong>{' '}
      {pests
        .map(({ name, signs }) => (signs ? t('planting:stages.pestSigns', { name, signs }) : name))
        .join(t('planting:comma'))}
    </p>
  )
}

function Ground({ plots }: { plots: BatchFigures['plots'] }) {
  const t = useLabels(batch)
  const drawn = useMemo(
    () =>
      plots.flatMap(({ id, landName, boundary }) =>
        boundary ? [{ id, title: landName, corners: boundary }] : [],
      ),
    [plots],
  )
  return (
    <section className="batch-card" aria-label={t('planting:figures.plots')}>
      <h3>{t('planting:figures.plots')}</h3>
      <ul className="batch-plots">
        {plots.map(({ id, landName, acreage }) => (
          <li key={id}>
            {landName}
            {acreage !== null && (
              <small className="kit-number">{` ${acreage} ${t('common:units.mu')}`}</small>
            )}
          </li>
        ))}
      </ul>
      {drawn.length > 0 && (
        <figure className="map-fact">
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <Plots plots={drawn} label={t('planting:figures.plots')} />
          </Suspense>
        </figure>
      )}
    </section>
  )
}
