import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { approvalsScreen } from '#contract/approval/task-calls.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** What one handed in oneself: whom it waits for, and until when. */
export default function SubmissionLine({
  item,
}: {
  item: Extract<WaitingItem, { kind: 'submission' }>
}) {
  const { t } = useTranslation('home')
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { task } = item
  const to = `${approvalsScreen.route}?tab=user_edit&id=${item.id}`
  return (
    <WaitingLine
      kind="submission"
      tone="info"
      title={`${task.formName} · ${task.title}`}
      to={to}
      lead={task.currentTaskName}
      facts={[task.dueAt && t('waiting.until', { day: momentOf(task.dueAt, zone).slice(5, 16) })]}
      at={item.at}
    >
      <Button
        aria-label={t('waiting.look', { name: task.title })}
        onClick={() => void navigate(to)}
      >
        {t('waiting.do.look')}
      </Button>
    </WaitingLine>
  )
}
