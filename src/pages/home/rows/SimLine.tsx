import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { simCard, simScreen } from '#contract/connectivity/sim.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** A card that ends, or whose plan does. */
export default function SimLine({ item }: { item: Extract<WaitingItem, { kind: 'sim' }> }) {
  const { t } = useTranslation('home')
  const words = useLabels({ module: 'equipment' })
  const navigate = useNavigate()
  const { iccid, deviceName, expiresOn, warning } = item.card
  const to = `${simScreen.route}?open=show&id=${item.id}`
  const name = deviceName ?? iccid
  return (
    <WaitingLine
      kind="sim"
      tone={item.urgency > 1 ? 'warn' : 'quiet'}
      title={t('waiting.card', { name })}
      to={to}
      lead={optionLabel(words, simCard, 'warning', warning)}
      facts={[expiresOn && t('waiting.until', { day: expiresOn }), deviceName && iccid]}
      at={null}
    >
      <Button aria-label={t('waiting.look', { name })} onClick={() => void navigate(to)}>
        {t('waiting.do.look')}
      </Button>
    </WaitingLine>
  )
}
