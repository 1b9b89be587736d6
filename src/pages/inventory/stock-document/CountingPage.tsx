import { Button } from 'antd'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { startCount } from '#contract/inventory/document-calls.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { KeptAt } from '#src/kit/calls/field/KeptAt.tsx'
import { WaitingTag } from '#src/kit/calls/field/WaitingTag.tsx'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import CountPanel from './CountPanel.tsx'
import { countOf, linesSubject } from './count-subject.ts'
import { AuditCell } from './DocumentCells.tsx'
import { useSheets, type Sheet } from './use-sheets.ts'
import './document.css'
import './counting.css'

const resource = { entity: stocktake, screen: documentScreens.inventory_form }

/** Counting with a phone in the hand: the sheets that are open, and one of them, without a network too. */
export default function CountingPage() {
  const t = useLabels(stocktake)
  const [query] = useSearchParams()
  const { sheets, keptAt, entries, error, refetch } = useSheets()
  const again = useCallback(() => void refetch(), [refetch])
  if (error) return <LoadFailed error={error} onRetry={again} />
  if (!sheets) return <ListSkeleton />
  const asked = Number(query.get('id'))
  const sheet = sheets.find(({ id }) => id === asked)
  return (
    <div className="counting">
      <KeptAt at={keptAt} />
      {asked > 0 && (
        <Link className="counting-back" to="?">
          {t('common:buttons.back')}
        </Link>
      )}
      {sheet ? (
        <One sheet={sheet} entries={entries} onChanged={again} />
      ) : sheets.length === 0 || asked > 0 ? (
        <EmptyState variant="noData" height={320}>
          {t(asked > 0 ? 'inventory:count.closed' : 'inventory:count.noSheets')}
        </EmptyState>
      ) : (
        <ul>
          {sheets.map((one) => (
            <li key={one.id}>
              <Link to={`?id=${one.id}`}>
                <Head sheet={one} entries={entries} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
const ofSheet = ({ id }: Sheet, entries: readonly Entry[]) =>
  entries.filter(({ subject }) => subject === countOf(id) || subject.startsWith(linesSubject(id)))

function Head({ sheet, entries }: { sheet: Sheet; entries: readonly Entry[] }) {
  const t = useLabels(stocktake)
  const done = sheet.goods.filter(({ counted }) => counted !== null).length
  return (
    <>
      <strong>
        {String(sheet.warehouseIdName ?? '')} <span className="kit-number">{sheet.code}</span>
      </strong>
      <AuditCell entity={stocktake} row={sheet as Row} />
      <small>
        {[
          t('inventory:count.progress', { done, count: sheet.goods.length }),
          ofSheet(sheet, entries).length > 0 && t('kit:field.waiting'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

interface OneProps {
  sheet: Sheet
  entries: readonly Entry[]
  onChanged: () => void
}
function One({ sheet, entries, onChanged }: OneProps) {
  const t = useLabels(stocktake)
  const own = ofSheet(sheet, entries)
  const start = useDeed(startCount, {
    said: t('inventory:count.begun'),
    onDone: onChanged,
    onRefused: (error) => {
      toastRefusal(t, error)
      onChanged()
    },
  })
  const { id, code, objectVersionNumber } = sheet
  return (
    <>
      <header className="counting-head">
        <strong>
          {String(sheet.warehouseIdName ?? '')} <span className="kit-number">{code}</span>
        </strong>
        <AuditCell entity={stocktake} row={sheet as Row} />
        {own.length > 0 && <WaitingTag isStopped={own.some(({ state }) => state === 'stopped')} />}
      </header>
      {sheet.auditStatus === auditStatus.draft ? (
        <>
          <p>{t('inventory:count.toCome', { count: sheet.goods.length })}</p>
          <Button
            block
            size="large"
            type="primary"
            loading={start.isBusy}
            disabled={own.length > 0}
            onClick={() =>
              void start.send(
                {
                  kind: 'countStart',
                  subject: countOf(id),
                  title: t('inventory:count.deedStart', { code }),
                  input: {},
                  version: objectVersionNumber,
                  photos: [],
                },
                { id, objectVersionNumber },
              )
            }
          >
            {t('inventory:stockDocument.actions.start')}
          </Button>
        </>
      ) : (
        <CountPanel resource={resource} row={sheet as Row} onChanged={onChanged} />
      )}
    </>
  )
}
