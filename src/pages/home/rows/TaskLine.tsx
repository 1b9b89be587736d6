import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { TaskNeed, WaitingItem } from '#contract/home/home-calls.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { taskScreen } from '#contract/work/task.ts'
import { WaitingLine } from './WaitingLine.tsx'

const toneOf = {
  overdue: 'bad',
  today: 'info',
  late: 'bad',
  accept: 'warn',
  due: 'info',
  assign: 'quiet',
} as const
const isMine = (need: TaskNeed) => need === 'overdue' || need === 'today'

/** A task that is mine to do, or a manager's to accept or to give to somebody. */
export default function TaskLine({ item }: { item: Extract<WaitingItem, { kind: 'task' }> }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const { title, need, endsOn, place, leader } = item.work
  const to = isMine(need)
    ? `${myTasksScreen.route}?id=${item.id}`
    : `${taskScreen.route}?open=show&id=${item.id}`
  return (
    <WaitingLine
      kind="task"
      tone={toneOf[need]}
      title={title}
      to={to}
      lead={t(`waiting.task.${need}`)}
      facts={[t('waiting.until', { day: endsOn }), place, !isMine(need) && leader]}
      at={item.at}
    >
      <Button aria-label={t('waiting.look', { name: title })} onClick={() => void navigate(to)}>
        {t('waiting.do.look')}
      </Button>
    </WaitingLine>
  )
}
