import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { approvalsScreen, approvalCount, approvalTasks } from '#contract/approval/task-calls.ts'
import { homeWaiting, type WaitingItem } from '#contract/home/home-calls.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import type { Deciding } from '#src/features/approval/DecisionDialog.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WaitingLine } from './WaitingLine.tsx'

const DecisionDialog = lazy(() => import('#src/features/approval/DecisionDialog.tsx'))
const soonMs = 86_400_000

/** A decision that somebody waits for: taken here, after a look at what is said of it. */
export function ApprovalLine({ item }: { item: Extract<WaitingItem, { kind: 'approval' }> }) {
  const { t, i18n } = useTranslation('home')
  const [action, setAction] = useState<Deciding>()
  const { task } = item
  const money =
    task.total === null
      ? null
      : t('waiting.money', {
          total: task.total.toLocaleString(i18n.language, {
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
          }),
        })
  const title = [task.formName, money].filter(Boolean).join(' ')
  const now = useNow(60_000)
  const dueMs = task.dueAt ? Date.parse(task.dueAt) - now : null
  const close = (isDone: boolean) => {
    setAction(undefined)
    if (isDone)
      for (const one of [homeWaiting, approvalTasks, approvalCount]) void invalidateCall(one)
  }
  return (
    <WaitingLine
      kind="approval"
      tone="info"
      title={title}
      to={`${approvalsScreen.route}?id=${item.id}`}
      lead={
        dueMs !== null && dueMs < 0
          ? t('waiting.overdue')
          : dueMs !== null && dueMs < soonMs
            ? t('waiting.due', { count: Math.max(1, Math.round(dueMs / 3_600_000)) })
            : null
      }
      facts={[
        task.title,
        task.submitName,
        task.forName && t('waiting.for', { name: task.forName }),
      ]}
      at={item.at}
    >
      <Button
        className="home-soft"
        aria-label={t('waiting.approve', { title: task.title })}
        onClick={() => setAction('approve')}
      >
        {t('waiting.do.approve')}
      </Button>
      <Button
        aria-label={t('waiting.reject', { title: task.title })}
        onClick={() => setAction('reject')}
      >
        {t('waiting.do.reject')}
      </Button>
      {action && (
        <Suspense>
          <DecisionDialog
            taskId={item.id}
            title={`${title} · ${task.title}`}
            action={action}
            onClose={close}
          />
        </Suspense>
      )}
    </WaitingLine>
  )
}

type Document = Extract<WaitingItem, { kind: 'document' }>
const next = ({ id, document: { kind, need } }: Document): string => {
  const { route } = documentScreens[kind as DocumentKind]
  if (need === 'receive')
    return `${documentScreens.warehousing.route}/${kind === 'shipment' ? 'convert_shipment' : 'convert_purchase'}/${id}`
  if (need === 'issue') return `${documentScreens.transfer.route}/convert/${id}`
  return need === 'counting' ? `${route}/info/${id}` : `${route}/edit/${id}`
}
const tones = {
  returned: 'warn',
  receive: 'info',
  issue: 'info',
  counting: 'quiet',
  draft: 'quiet',
} as const

/** A document that somebody goes on with: its next step is one step away. */
export function DocumentLine({ item }: { item: Document }) {
  const { t } = useTranslation('home')
  const labels = useLabels({ module: 'inventory' })
  const now = useNow(60_000)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { document } = item
  const { kind, need, code, goods, lines, warehouse, partner, arrivalDate } = document
  const { name: entity } = documents[kind as DocumentKind]
  const screen = documentScreens[kind as DocumentKind]
  const isLate =
    need === 'receive' &&
    arrivalDate !== null &&
    arrivalDate < dayOf(momentOf(new Date(now).toISOString(), zone))
  const name = labels(`inventory:${entity}.name`)
  return (
    <WaitingLine
      kind="document"
      tone={isLate ? 'warn' : tones[need]}
      title={`${name} ${code}`}
      to={`${screen.route}/info/${item.id}`}
      lead={isLate ? t('waiting.late', { day: arrivalDate }) : t(`waiting.need.${need}`)}
      facts={[
        goods && (lines > 1 ? t('waiting.goods', { goods, count: lines }) : goods),
        partner,
        warehouse,
      ]}
      at={item.at}
    >
      <Button className="home-soft" onClick={() => void navigate(next(item))}>
        {t(`waiting.do.${need}`)}
      </Button>
    </WaitingLine>
  )
}
