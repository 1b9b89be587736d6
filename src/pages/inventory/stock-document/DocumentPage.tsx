import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Entity } from '#contract/entity.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { isOpenToSubmit, isSendersPart } from '#contract/inventory/document-rules.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useRecordName } from '#src/kit/definition/page-name.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions, type Permissions } from '#src/kit/app/use-permissions.ts'
import { ChainStrip } from './ChainStrip.tsx'
import { DecideBar } from './DecideBar.tsx'
import { DocumentActions } from './DocumentActions.tsx'
import { AuditCell, ProgressCell } from './DocumentCells.tsx'
import { GoodsTable } from '#src/features/inventory/GoodsTable.tsx'
import { Harvest } from './Harvest.tsx'
import { kindOf } from './routes.ts'
import '#src/kit/form/form.css'
import './document.css'

const RecordHistory = lazy(() => import('#src/kit/record/RecordHistory.tsx'))
const Timeline = lazy(() => import('#src/features/approval/Timeline.tsx'))
const SubmitDialog = lazy(() => import('./SubmitDialog.tsx'))
const CountPanel = lazy(() => import('./CountPanel.tsx'))

const asked = ['edit', 'submit', 'withdraw', 'close', 'void', 'delete', 'start']
const apart = new Set([
  'code',
  'purpose',
  'auditStatus',
  'execStatus',
  'closedFlag',
  'goods',
  'goodsTotal',
  'total',
  'costTotal',
  'harvestFrom',
  'sourceId',
  'sourceKind',
  'sourceCode',
  'side',
])
const none: Permissions = {}

/**
 * One document: where it stands, what it came from and led to, its goods, who did what with it, and
 * what may be done next.
 */
export default function DocumentPage() {
  const resource = useResource()
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const may = usePermissions(resource, asked) ?? none
  const { id, row, refetch, standIn } = useAddressed()
  useRecordName(entity, row, true)
  const [isAsked, setAsked] = useState(false)
  // The address too: this page stays alive in its tab while a form sends back to it.
  const isSubmitting = isAsked || query.has('submit')
  if (id === null || !row) return standIn
  const back = () =>
    void navigate({ pathname: resource.screen.route, search: addressLeft(resource.screen.route) })
  const facts = Object.keys(entity.fields).filter(
    (name) => entity.fields[name]!.kind !== 'id' && !apart.has(name) && !isEmpty(row[name]),
  )
  const figures = ['total', 'costTotal'].filter((name) => Number(row[name]) > 0)
  const isCounted =
    entity.name === 'stocktake' &&
    (row.auditStatus === auditStatus.counting || row.auditStatus === auditStatus.rejected) &&
    may.edit
  const submitted = (changed: boolean) => {
    setAsked(false)
    if (query.has('submit'))
      setQuery(
        (now) => {
          now.delete('submit')
          return now
        },
        { replace: true },
      )
    if (changed) void refetch()
  }
  return (
    <section
      className="kit-page document"
      aria-label={`${entityLabel(t, entity)} ${String(row.code)}`}
    >
      <header className="document-head">
        <Button onClick={back}>{t('common:buttons.back')}</Button>
        <h2 className="kit-number">{String(row.code)}</h2>
        <AuditCell entity={entity} row={row} />
        {entity.fields.execStatus && <ProgressCell entity={entity} row={row} />}
        <span className="document-kind">
          {entityLabel(t, entity)}
          {!isEmpty(row.purpose) && (
            <>
              {' · '}
              <FieldCell resource={resource} name="purpose" row={row} />
            </>
          )}
        </span>
        <DocumentActions
          resource={resource}
          row={row}
          may={may}
          onSubmit={() => setAsked(true)}
          onChanged={() => void refetch()}
          onDeleted={back}
        />
      </header>
      {isSubmitting && isOpenToSubmit(row.auditStatus) && (
        <Suspense>
          <SubmitDialog row={row} rows={[row]} onClose={submitted} />
        </Suspense>
      )}
      {isSendersPart(row) && <p className="document-kind">{t('inventory:document.otherSide')}</p>}
      {entity.fields.harvestFrom && <Harvest row={row} />}
      <div className="document-columns">
        <div className="document-main">
          <dl className="kit-facts">
            {figures.map((name) => (
              <div key={name}>
                <dt>{fieldLabel(t, entity, name)}</dt>
                <dd className="document-figure">
                  <FieldCell resource={resource} name={name} row={row} />
                </dd>
              </div>
            ))}
            {facts.map((name) => (
              <div
                key={name}
                className={
                  name === 'otherFees' || name === 'attachments' || name === 'remark'
                    ? 'kit-fact-wide'
                    : undefined
                }
              >
                <dt>{fieldLabel(t, entity, name)}</dt>
                <dd>
                  <FieldCell resource={resource} name={name} row={row} isDetail />
                </dd>
              </div>
            ))}
            {(['creationDate', 'lastUpdateDate'] as const).map((name) => (
              <div key={name}>
                <dt>{t(`common:${name}`)}</dt>
                <dd>{momentOf(String(row[name]), zone)}</dd>
              </div>
            ))}
          </dl>
          {isCounted && (
            <Suspense fallback={<ListSkeleton rows={5} />}>
              <CountPanel resource={resource} row={row} onChanged={() => void refetch()} />
            </Suspense>
          )}
          {!isCounted && <GoodsTable entity={entity} row={row} />}
          <ChainStrip id={row.id} />
        </div>
        <div className="document-side">
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <Timeline formCode={kindOf(resource)} thirdId={row.id} />
          </Suspense>
          <Suspense fallback={<ListSkeleton rows={3} />}>
            <RecordHistory entity={entity} id={row.id} version={row.objectVersionNumber} />
          </Suspense>
        </div>
      </div>
      <DecideBar resource={resource} row={row} onChanged={() => void refetch()} />
    </section>
  )
}
