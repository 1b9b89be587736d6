import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { planScreen } from '#contract/plan/plan.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** A plan of which something is late. */
export default function PlanLine({ item }: { item: Extract<WaitingItem, { kind: 'plan' }> }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const { name, lateItems, slipDays, areaName } = item.plan
  const to = `${planScreen.route}/info/${item.id}`
  return (
    <WaitingLine
      kind="plan"
      tone="bad"
      title={name}
      to={to}
      lead={t('waiting.late', { count: lateItems })}
      facts={[
        slipDays !== null && slipDays > 0 && t('waiting.slip', { count: slipDays }),
        areaName,
      ]}
      at={null}
    >
      <Button aria-label={t('waiting.look', { name })} onClick={() => void navigate(to)}>
        {t('waiting.do.look')}
      </Button>
    </WaitingLine>
  )
}
