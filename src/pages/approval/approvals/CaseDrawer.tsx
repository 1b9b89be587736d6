import { Button, Drawer, Dropdown } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { caseTimeline, type CaseDetail } from '#contract/approval/case-calls.ts'
import { readCopy, urgeCase, withdrawCase, type TaskType } from '#contract/approval/task-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { CaseEvents } from '#src/features/approval/CaseEvents.tsx'
import { caseText, caseTone } from '#src/features/approval/words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import '#src/kit/form/form.css'
import type { Deciding } from '#src/features/approval/DecisionDialog.tsx'

const CaseRecord = lazy(() => import('./CaseRecord.tsx'))
const DecisionDialog = lazy(() => import('#src/features/approval/DecisionDialog.tsx'))
interface CaseDrawerProps {
  id: number
  tab: TaskType
  onClose: () => void
  onView: (of: { formCode: string; thirdId: number }) => void
  onDecided: () => void
  onChanged: () => void
}
const further = ['return', 'transfer', 'addSigner'] as const

/**
 * One case: what it is, what changed since last time, its timeline, and what the reader may do
 * about it.
 */
export default function CaseDrawer({
  id,
  tab,
  onClose,
  onView,
  onDecided,
  onChanged,
}: CaseDrawerProps) {
  const t = useLabels({ module: 'approval' })
  const isNarrow = useNarrow()
  const { data: story, error, refetch, dataUpdatedAt } = useCall(caseTimeline, { id })
  const [deciding, setDeciding] = useState<Deciding>()
  const { send: markRead } = useCallMutation(readCopy)
  useEffect(() => {
    if (tab === 'carbon_copy') void markRead({ id })
  }, [id, tab, markRead])
  const taskId = story?.mine.taskId ?? null
  const footer = story && (
    <div className="approval-foot">
      <Button size="large" onClick={() => onView(story)}>
        {t('approval:actions.view')}
      </Button>
      <OwnActions
        story={story}
        onChanged={() => {
          void refetch()
          onChanged()
        }}
      />
      {taskId !== null && (
        <>
          <Dropdown
            trigger={['click']}
            placement="topRight"
            overlayClassName="approval-more"
            menu={{
              items: further.map((key) => ({ key, label: t(`approval:actions.${key}`) })),
              onClick: ({ key }) => setDeciding(key as Deciding),
            }}
          >
            <Button size="large">{t('approval:more')}</Button>
          </Dropdown>
          <Button size="large" danger onClick={() => setDeciding('reject')}>
            {t('approval:actions.reject')}
          </Button>
          <Button size="large" type="primary" onClick={() => setDeciding('approve')}>
            {t('approval:actions.approve')}
          </Button>
        </>
      )}
    </div>
  )
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 560}
      title={story ? `${story.formName} ${story.title}` : t('approval:timeline')}
      onClose={onClose}
      footer={footer}
      destroyOnHidden
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !story && <ListSkeleton rows={8} />}
      {story && (
        <article className="approval-case">
          <Facts story={story} />
          <Suspense fallback={<ListSkeleton rows={4} />}>
            <CaseRecord story={story} />
          </Suspense>
          <Changes story={story} />
          <CaseEvents story={story} now={dataUpdatedAt} />
        </article>
      )}
      {deciding && story && taskId !== null && (
        <Suspense>
          <DecisionDialog
            taskId={taskId}
            title={`${story.formName} ${story.title}`}
            action={deciding}
            back={story.mine}
            onClose={(isDone) => (isDone ? onDecided() : setDeciding(undefined))}
          />
        </Suspense>
      )}
    </Drawer>
  )
}

function OwnActions({ story, onChanged }: { story: CaseDetail; onChanged: () => void }) {
  const t = useLabels({ module: 'approval' })
  const zone = useTimeZone()
  const { mine, id } = story
  const withdrawal = useCallAction(withdrawCase, {
    asks: () => ({
      title: t('approval:withdrawTitle'),
      body: t('approval:withdrawNote'),
      go: t('approval:actions.withdraw'),
    }),
    said: t('approval:done.withdraw'),
    onDone: onChanged,
  })
  const urging = useCallAction(urgeCase, { said: t('approval:done.urge'), onDone: onChanged })
  const isBusy = withdrawal.isBusy || urging.isBusy
  return (
    <>
      {mine.mayWithdraw && (
        <Button size="large" loading={isBusy} onClick={() => void withdrawal.send({ id })}>
          {t('approval:actions.withdraw')}
        </Button>
      )}
      {mine.mayUrge && (
        <Button
          size="large"
          loading={isBusy}
          disabled={mine.urgeAgainAt !== null}
          title={
            mine.urgeAgainAt
              ? t('approval:urgeAgain', { at: momentOf(mine.urgeAgainAt, zone).slice(11, 16) })
              : undefined
          }
          onClick={() => void urging.send({ id })}
        >
          {mine.urgeAgainAt
            ? t('approval:urgeAgain', { at: momentOf(mine.urgeAgainAt, zone).slice(11, 16) })
            : t('approval:actions.urge')}
        </Button>
      )}
    </>
  )
}

function Facts({ story }: { story: CaseDetail }) {
  const t = useLabels({ module: 'approval' })
  const zone = useTimeZone()
  const facts: [string, React.ReactNode][] = [
    [
      t('approval:columns.state'),
      <StatusTag key="state" tone={caseTone(story)}>
        {caseText(t, story)}
      </StatusTag>,
    ],
    [t('approval:columns.submitter'), story.submitName],
    [t('approval:columns.at'), momentOf(story.startTime, zone)],
    [
      t('approval:columns.process'),
      t('approval:version', { name: story.processName, version: story.version }),
    ],
  ]
  return (
    <dl className="kit-facts">
      {facts.map(([name, shown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ story: { changes } }: { story: CaseDetail }) {
  const t = useLabels({ module: 'approval' })
  if (changes.length === 0) return null
  return (
    <section className="approval-changes" aria-label={t('approval:changes')}>
      <h3>{t('approval:changes')}</h3>
      <dl className="kit-diff">
        {changes.map(({ fact, before, after }) => (
          <div key={fact}>
            <dt>{t(`approval:facts.${fact}`)}</dt>
            <dd>
              <del>{before ?? '–'}</del> <ins>{after ?? '–'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
