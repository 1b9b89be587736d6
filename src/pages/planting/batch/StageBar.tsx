import type { BatchFigures } from '#contract/planting/batch-calls.ts'
import { stageOn } from '#contract/planting/stages.ts'
import { stageBasis } from '#src/features/planting/stage-words.ts'
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
  const isByHeat = stages.some(({ by, heat }) => by === 'heat' || typeof heat === 'number')
  return (
    <>
      <ol className="batch-stages">
        {stages.map(({ name, days, heatUnits, startsOn, correctedFlag, note }, place) => (
          <li
            key={name}
            style={{ flexGrow: days }}
            data-when={
              !isGrowing ? 'ahead' : place < now ? 'past' : place === now ? 'now' : 'ahead'
            }
            aria-current={isGrowing && place === now ? 'step' : undefined}
          >
            <strong>{name}</strong>
            <span>
              {isByHeat && heatUnits
                ? t('planting:stages.takes', { day: startsOn.slice(5), units: heatUnits })
                : t('planting:stages.since', { day: startsOn.slice(5), days })}
            </span>
            {correctedFlag === 1 && (
              <span title={note ?? undefined}>
                <StatusTag tone="info">{t('planting:stages.seen')}</StatusTag>
              </span>
            )}
          </li>
        ))}
      </ol>
      {isGrowing && stages[now] && <Standing stage={stages[now]} next={stages[now + 1]} />}
    </>
  )
}

type Stage = BatchFigures['stages'][number]
/** By what it stands there, and what is expected next. */
function Standing({ stage, next }: { stage: Stage; next: Stage | undefined }) {
  const t = useLabels({ module: 'planting' })
  const by = stage.correctedFlag === 1 ? 'hand' : stage.by
  return (
    <div className="batch-standing">
      <p>
        {stageBasis(t, { ...stage, by })}
        {' · '}
        {next
          ? t('planting:stages.next', { day: next.startsOn, stage: next.name })
          : t('planting:stages.last')}
      </p>
      {stage.guessed ? <p>{t('planting:stages.guessed', { count: stage.guessed })}</p> : null}
    </div>
  )
}
