import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { refusedBecause } from '#src/kit/actions/actions.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { FieldWord } from '#src/kit/definition/Term.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useRecordName } from '#src/kit/definition/page-name.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { toldFields } from './told-fields.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import '#src/kit/form/form.css'

const PrintRecord = lazy(() => import('#src/kit/print/PrintRecord.tsx'))
const RecordHistory = lazy(() => import('./RecordHistory.tsx'))

interface ShowScreenProps {
  resource: AnyResource
  id: number
  /** It is a page by itself, which is called as its record is. */ isPage?: true
  onEdit?: () => void
}

/** One record, every field of it, and who changed it when. */
export default function ShowScreen({ resource, id, isPage, onEdit }: ShowScreenProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const { result: row, query } = useOne<Row>({
    resource: resource.screen.name,
    id,
    errorNotification: false,
    queryOptions: { retry: false },
  })
  useRecordName(entity, row, isPage)
  const [isPrinting, setPrinting] = useState(false)
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!row) return <ListSkeleton rows={6} />
  const Footer = resource.showFooter
  const closed = onEdit && refusedBecause(t, entity, 'edit', row)
  return (
    <article className="kit-show">
      <div className="kit-show-tools">
        <Button onClick={() => setPrinting(true)}>{t('kit:print.print')}</Button>
        {closed && <small>{closed}</small>}
        {onEdit && (
          <Button disabled={!!closed} onClick={onEdit}>
            {t('common:actions.edit')}
          </Button>
        )}
      </div>
      {isPrinting && (
        <Suspense>
          <PrintRecord resource={resource} row={row} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
      <dl className="kit-facts">
        {toldFields(entity, row).map((name) => (
          <div
            key={name}
            className={fieldTypes[entity.fields[name]!.kind].wide ? 'kit-fact-wide' : undefined}
          >
            <dt>
              <FieldWord entity={entity} name={name}>
                {fieldLabel(t, entity, name)}
              </FieldWord>
            </dt>
            <dd>
              <FieldCell resource={resource} name={name} row={row} isDetail />
            </dd>
          </div>
        ))}
        {(['creationDate', 'lastUpdateDate'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`common:${name}`)}</dt>
            <dd>{row[name] ? momentOf(String(row[name]), zone) : null}</dd>
          </div>
        ))}
      </dl>
      {Footer && (
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <Footer row={row} />
        </Suspense>
      )}
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <RecordHistory entity={entity} id={id} version={row.objectVersionNumber} />
      </Suspense>
    </article>
  )
}
