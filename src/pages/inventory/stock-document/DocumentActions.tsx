import { Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { auditStatus, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { nextKinds, type DocumentFacts } from '#contract/inventory/document-rules.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { allowed, type Entity } from '#contract/entity.ts'
import { recordTimeline } from '#contract/approval/case-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { actionLabel, entityLabel } from '#src/kit/definition/label.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions, type Permissions } from '#src/kit/app/use-permissions.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { useRunAction } from '#src/kit/actions/use-run-action.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { conversionPath, kindOf } from './routes.ts'
import { useDocumentNews, useMove, type Move } from './use-move.ts'

const PrintDocument = lazy(() => import('./PrintDocument.tsx'))
const AskDialog = lazy(() => import('#src/kit/actions/AskDialog.tsx'))

interface DocumentActionsProps {
  resource: AnyResource
  row: Row
  may: Permissions
  onSubmit: () => void
  onChanged: () => void
  onDeleted: () => void
}
const papers = ['zh-CN', 'en-US'] as const

/** What may be done with a document in its state, by whoever may do it. */
export function DocumentActions({
  resource,
  row,
  may,
  onSubmit,
  onChanged,
  onDeleted,
}: DocumentActionsProps) {
  const entity: Entity = resource.entity
  const kind = kindOf(resource)
  const t = useLabels(entity)
  const navigate = useNavigate()
  const move = useMove(resource)
  const news = useDocumentNews(resource)
  const { run } = useRunAction(resource)
  const [printing, setPrinting] = useState<string>()
  const [asking, setAsking] = useState<'close' | 'void' | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Whoever handed it in takes it back, until somebody has decided.
  const cases = useCall(
    recordTimeline,
    { formCode: kind, thirdId: row.id },
    { enabled: row.auditStatus === auditStatus.submitted },
  )
  const can = (action: string) => may[action] && allowed(entity, action, row)
  const label = (action: string) => actionLabel(t, entity, action)

  const act = async (action: Move) => {
    if (
      isBusy ||
      !(await confirm({
        title: t('kit:list.confirmAction', { action: label(action) }),
        body: String(row.code),
        go: label(action),
      }))
    )
      return
    setBusy(true)
    try {
      await move(action, row)
      toast({ text: t('kit:list.done', { action: label(action) }), tone: 'good' })
    } catch (error) {
      toastRefusal(t, error)
    } finally {
      setBusy(false)
      onChanged()
    }
  }
  return (
    <div className="document-actions">
      {can('start') && (
        <Button type="primary" loading={isBusy} onClick={() => void act('start')}>
          {label('start')}
        </Button>
      )}
      {can('submit') && (
        <Button type="primary" onClick={onSubmit}>
          {label('submit')}
        </Button>
      )}
      {nextKinds(kind, row as Row & DocumentFacts).map((to) => (
        <ConvertButton
          key={to}
          to={to}
          onGo={() => void navigate(conversionPath(kind, to, row.id))}
        />
      ))}
      {can('edit') && (
        <Button onClick={() => void navigate(addressOf(resource, 'edit', row.id))}>
          {t('common:actions.edit')}
        </Button>
      )}
      {can('withdraw') && cases.data?.some((one) => one.mine.mayWithdraw) && (
        <Button disabled={isBusy} onClick={() => void act('withdraw')}>
          {label('withdraw')}
        </Button>
      )}
      {can('close') && <Button onClick={() => setAsking('close')}>{label('close')}</Button>}
      {can('void') && (
        <Button danger disabled={isBusy} onClick={() => setAsking('void')}>
          {label('void')}
        </Button>
      )}
      {can('delete') && (
        <Button
          danger
          onClick={() => void run('delete', row).then((isDone) => isDone && onDeleted())}
        >
          {t('common:actions.delete')}
        </Button>
      )}
      <Dropdown
        menu={{
          items: papers.map((key) => ({ key, label: t(`inventory:document.paper.${key}`) })),
          onClick: ({ key }) => setPrinting(key),
        }}
      >
        <Button>{t('kit:print.print')}</Button>
      </Dropdown>
      {printing && (
        <Suspense>
          <PrintDocument
            key={printing}
            language={printing}
            resource={resource}
            rows={[row]}
            onDone={() => setPrinting(undefined)}
          />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <AskDialog
            resource={resource}
            action={asking}
            rows={[row]}
            {...(asking === 'void' && {
              note: t('inventory:document.voidNote'),
              isDanger: true,
            })}
            onClose={(changed) => {
              setAsking(null)
              if (changed) void news().then(onChanged)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

const making = ['create']
/** Into a document that the person may write; into others there is no way. */
function ConvertButton({ to, onGo }: { to: DocumentKind; onGo: () => void }) {
  const target = useResourceNamed(documentScreens[to].name)
  const t = useLabels(target.entity)
  const may = usePermissions(target, making)
  return may?.create ? (
    <Button onClick={onGo}>
      {t('inventory:document.into', { name: entityLabel(t, target.entity) })}
    </Button>
  ) : null
}
