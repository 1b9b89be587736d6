import { batch } from '#contract/planting/batch.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface FamilyRulesProps {
  kind: 'split' | 'merge'
  /** How many tasks and plans go along. */
  open: number
  /** By what costs are shared; none: by nothing, or all alike. */
  share?: 'area' | 'quantity' | undefined
}
/** By which rules everything goes along, before it does. */
export function FamilyRules({ kind, open, share }: FamilyRulesProps) {
  const t = useLabels(batch)
  const basis = t(`planting:family.bases.${share ?? 'alike'}`)
  return (
    <section className="batch-rules" aria-label={t('planting:family.rules.title')}>
      <strong>{t('planting:family.rules.title')}</strong>
      <ul>
        {(['dates', 'costs', 'locks'] as const).map((rule) => (
          <li key={rule}>{t(`planting:family.rules.${kind}.${rule}`, { basis })}</li>
        ))}
        <li>
          {open > 0
            ? t(`planting:family.rules.${kind}.open`, { count: open })
            : t('planting:family.rules.nothingOpen')}
        </li>
        <li>{t(`planting:family.rules.${kind}.end`)}</li>
        <li>{t('planting:family.rules.undo')}</li>
      </ul>
    </section>
  )
}
