import type { BatchFigures } from '#contract/planting/batch-calls.ts'
import { stageOn } from '#contract/planting/stages.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** The stages one after the other, each as long as it lasts, and where it stands today. */
export function StageBar({
  figures: { stages, today },
  isGrowing,
}: {
  figures: BatchFigures
  isGrowing: boolean
}) {
  const t = useLabels({ module: 'planting' })
  if (stages.length === 0) return <p className="batch-none">{t('planting:stages.none')}</p>
  const now = stageOn(stages, today)
  return (
    <ol className="batch-stages">
      {stages.map(({ name, days, startsOn, correctedFlag, note }, place) => (
        <li
          key={name}
          style={{ flexGrow: days }}
          data-when={!isGrowing ? 'ahead' : place < now ? 'past' : place === now ? 'now' : 'ahead'}
          aria-current={isGrowing && place === now ? 'step' : undefined}
        >
          <strong>{name}</strong>
          <span>{t('planting:stages.since', { day: startsOn.slice(5), days })}</span>
          {correctedFlag === 1 && (
            <span title={note ?? undefined}>
              <StatusTag tone="info">{t('planting:stages.seen')}</StatusTag>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
