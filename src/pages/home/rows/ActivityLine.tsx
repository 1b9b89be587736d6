import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { activityScreen } from '#contract/activity/activity.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** Where one is expected within a day. */
export default function ActivityLine({
  item,
}: {
  item: Extract<WaitingItem, { kind: 'activity' }>
}) {
  const { t } = useTranslation('home')
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { name, startsAt, place } = item.activity
  const to = `${activityScreen.route}?open=show&id=${item.id}`
  return (
    <WaitingLine
      kind="activity"
      tone="info"
      title={name}
      to={to}
      lead={t('waiting.joined')}
      facts={[momentOf(startsAt, zone), place]}
      at={null}
    >
      <Button aria-label={t('waiting.look', { name })} onClick={() => void navigate(to)}>
        {t('waiting.do.look')}
      </Button>
    </WaitingLine>
  )
}
