import { recordTimeline } from '#contract/approval/case-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { CaseEvents } from './CaseEvents.tsx'
import { caseText, caseTone } from './words.ts'

/** Every case of a record that its reader may see, newest first; nothing where there is none. */
export default function Timeline({ formCode, thirdId }: { formCode: string; thirdId: number }) {
  const t = useLabels({ module: 'approval' })
  const { data, error, refetch, dataUpdatedAt } = useCall(recordTimeline, { formCode, thirdId })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} height={160} />
  if (!data) return <ListSkeleton rows={3} />
  if (data.length === 0) return null
  return (
    <section className="approval-timeline" aria-label={t('approval:timeline')}>
      <h3>{t('approval:timeline')}</h3>
      {data.map((story) => (
        <article key={story.id}>
          <p className="approval-head">
            <StatusTag tone={caseTone(story)}>{caseText(t, story)}</StatusTag>{' '}
            <small>
              {t('approval:version', { name: story.processName, version: story.version })}
            </small>
          </p>
          <CaseEvents story={story} now={dataUpdatedAt} />
        </article>
      ))}
    </section>
  )
}
