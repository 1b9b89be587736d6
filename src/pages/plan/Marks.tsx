import type { ChartItem } from '#contract/plan/plan-calls.ts'
import { planItem } from '#contract/plan/plan-item.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { codeName, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

type Marked = Pick<ChartItem, 'state' | 'lateFlag' | 'slipDays' | 'slack' | 'locks'>

/** Where an item stands, and what to look out for. */
export function Marks({ item }: { item: Marked }) {
  const t = useLabels(planItem)
  const zone = useTimeZone()
  const state = codeName(planItem.fields.state.codes, item.state) ?? ''
  const until = (text: string) => (text.length > 10 ? shortOf(momentOf(text, zone), zone) : text)
  return (
    <span className="plan-marks">
      <StatusTag tone={toneOf(state)}>{optionLabel(t, planItem, 'state', state)}</StatusTag>
      {item.lateFlag === 1 && <StatusTag tone="bad">{t('plan:marks.late')}</StatusTag>}
      {(item.slipDays ?? 0) > 0 && (
        <StatusTag tone="warn">{t('plan:marks.slip', { count: item.slipDays! })}</StatusTag>
      )}
      {item.slack === 0 && <StatusTag tone="quiet">{t('plan:marks.critical')}</StatusTag>}
      {item.locks.map((lock) => (
        <StatusTag
          key={`${lock.kind}-${lock.landName}-${lock.name}-${lock.itemId}`}
          tone={lock.kind === 'reentry' ? 'bad' : 'warn'}
        >
          {t(`plan:locks.${lock.kind}`, {
            name: [lock.landName, lock.name].filter(Boolean).join(' '),
            until: until(lock.until),
          })}
        </StatusTag>
      ))}
    </span>
  )
}
