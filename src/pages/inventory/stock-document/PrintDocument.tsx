import { QRCode } from 'antd'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import type { Entity } from '#contract/entity.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useUnitNames } from '#src/kit/fields/ref/use-unit-name.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { entityLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { PrintSheet } from '#src/kit/print/PrintSheet.tsx'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inCapitals } from '#src/lib/capital-amount.ts'
import { infoOf, kindOf } from './routes.ts'
import { GoodsTable } from '#src/features/inventory/GoodsTable.tsx'

interface PrintDocumentProps {
  resource: AnyResource
  /** Each begins on a sheet of its own. */
  rows: readonly Row[]
  onDone: () => void
}
const namespaces = ['kit', 'common', 'menus', 'inventory', 'errors']
const apart = new Set([
  'code',
  'goods',
  'attachments',
  'goodsTotal',
  'sourceId',
  'sourceKind',
  'blindFlag',
  'closedFlag',
  'maker',
])

/**
 * Documents on A4 in either language, whatever language the console speaks, each with a code that
 * leads back to it.
 */
export default function PrintDocument({
  language,
  resource,
  rows,
  onDone,
}: PrintDocumentProps & { language: string }) {
  const [own] = useState(() => i18next.cloneInstance({ lng: language }))
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    void own
      .changeLanguage(language)
      .then(() => own.loadNamespaces(namespaces))
      .then(() => setReady(true))
  }, [own, language])
  return isReady ? (
    <I18nextProvider i18n={own}>
      <Papers resource={resource} rows={rows} onDone={onDone} />
    </I18nextProvider>
  ) : null
}

/** Within the language of the paper: its units have names of their own there, which it waits for. */
function Papers({ resource, rows, onDone }: PrintDocumentProps) {
  const { isReady } = useUnitNames()
  return (
    <PrintSheet isReady={isReady} onDone={onDone}>
      {rows.map((row) => (
        <section key={row.id} className="print-one">
          <Paper resource={resource} row={row} />
        </section>
      ))}
    </PrintSheet>
  )
}

function Paper({ resource, row }: { resource: AnyResource; row: Row }) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const user = useIdentity()
  const { i18n } = useTranslation()
  const [now] = useState(() => new Date().toISOString())
  // Goods that were only moved or used have no price: no sum of nothing.
  const isPriced = ((row.goods ?? []) as Row[]).some(({ price }) => !isEmpty(price))
  const facts = Object.keys(entity.fields).filter(
    (name) =>
      entity.fields[name]!.kind !== 'id' &&
      !apart.has(name) &&
      !isEmpty(row[name]) &&
      (name !== 'execStatus' || row.auditStatus === auditStatus.approved) &&
      (name !== 'total' || isPriced),
  )
  // As Chinese vouchers have it, so that no figure can be added to.
  const words =
    i18n.language === 'zh-CN' && isPriced && !isEmpty(row.total)
      ? inCapitals(Number(row.total))
      : null
  return (
    <>
      <div className="print-head">
        <div>
          <h1>
            {entityLabel(t, entity)} {String(row.code)}
          </h1>
          <p className="print-note">
            {[
              user?.tenantName,
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
          value={`${location.origin}${infoOf(kindOf(resource), row.id)}`}
          aria-label={t('kit:print.code')}
        />
      </div>
      <dl className="print-facts">
        {facts.map((name) => (
          <div
            key={name}
            className={name === 'otherFees' || name === 'remark' ? 'print-wide' : undefined}
          >
            <dt>{fieldLabel(t, entity, name)}</dt>
            <dd>
              <FieldCell resource={resource} name={name} row={row} isDetail />
            </dd>
          </div>
        ))}
      </dl>
      <GoodsTable entity={entity} row={row} onPaper />
      {words && (
        <p className="print-words">
          <span>{t('inventory:document.paperSum.words')}</span> {words}
        </p>
      )}
      <p className="print-signs">
        {(['made', 'checked', 'kept', 'taken'] as const).map((who) => (
          <span key={who}>
            {t(`inventory:document.sign.${who}`)}
            {who === 'made' && ` ${String(row.maker ?? '')}`}
          </span>
        ))}
      </p>
    </>
  )
}
