import { QRCode } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { fieldTypes } from '../fields/field-types.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { rowTitle } from '#src/kit/definition/row-title.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toldFields } from '#src/kit/record/told-fields.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { PrintSheet } from './PrintSheet.tsx'

/** A map does not go onto paper; the corners' count does. */
const isDetailOnPaper = (kind: string) => kind !== 'polygon' && kind !== 'video'

/** One record on paper, with a code that leads back to it. */
export default function PrintRecord({
  resource,
  row,
  onDone,
}: {
  resource: AnyResource
  row: Row
  onDone: () => void
}) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const user = useIdentity()
  const [now] = useState(() => new Date().toISOString())
  const names = toldFields(entity, row)
  return (
    <PrintSheet isReady onDone={onDone}>
      <div className="print-head">
        <div>
          <h1>{rowTitle(entity, row, zone)}</h1>
          <p className="print-note">
            {[
              user?.tenantName,
              entityLabel(t, entity),
              t('kit:print.by', { name: user?.realName, at: momentOf(now, zone) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <QRCode
          type="svg"
          size={96}
          bordered={false}
          value={`${location.origin}${addressOf(resource, 'show', row.id)}`}
          aria-label={t('kit:print.code')}
        />
      </div>
      <dl className="print-facts">
        {names.map((name) => {
          const { kind } = entity.fields[name]!
          return (
            <div key={name} className={fieldTypes[kind].wide ? 'print-wide' : undefined}>
              <dt>{fieldLabel(t, entity, name)}</dt>
              <dd>
                <FieldCell
                  resource={resource}
                  name={name}
                  row={row}
                  isDetail={isDetailOnPaper(kind)}
                />
              </dd>
            </div>
          )
        })}
      </dl>
    </PrintSheet>
  )
}
