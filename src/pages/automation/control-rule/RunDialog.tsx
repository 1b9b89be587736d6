import { Alert, Button, Modal, Skeleton } from 'antd'
import { useOne } from '@refinedev/core'
import { useState } from 'react'
import { controlRule } from '#contract/automation/control-rule.ts'
import {
  controlRun,
  controlRunScreen,
  dryRun,
  runRule,
  stopRun,
} from '#contract/automation/control-run.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { RunSteps } from '#src/features/automation/RuleCells.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DryRunOutcome } from './DryRunOutcome.tsx'

const againMs = 3000
const followMs = 1000

/**
 * Whether the rule would run now and why not, with the present values; and running it, step by
 * step.
 */
export default function RunDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(controlRule)
  const [begun, setBegun] = useState<{ id: number; reason: string | null }>()
  const { send, isBusy, problem } = useCallMutation(runRule, { onDone: setBegun })
  const { data, error } = useCall(
    dryRun,
    { id: row.id },
    { refetchInterval: againMs, staleTime: 0, enabled: !begun },
  )
  return (
    <Modal
      open
      width={640}
      title={t('equipment:ruleRun.title', { name: String(row.name) })}
      transitionName=""
      maskTransitionName=""
      onCancel={() => onClose(begun !== undefined)}
      footer={
        <>
          <Button onClick={() => onClose(begun !== undefined)}>{t('common:buttons.close')}</Button>
          {!begun && (
            <Button
              type="primary"
              loading={isBusy}
              disabled={!data}
              onClick={() => void send({ id: row.id })}
            >
              {t('equipment:ruleRun.start')}
            </Button>
          )}
        </>
      }
    >
      {problem && <Alert type="error" showIcon className="kit-form-note" message={problem} />}
      {begun ? (
        <Progress id={begun.id} reason={begun.reason} />
      ) : (
        <>
          {error && !data && <Alert type="error" showIcon message={sentenceOf(t, error).text} />}
          {!data && !error && <Skeleton active title={false} />}
          {data && <DryRunOutcome data={data} />}
        </>
      )}
    </Modal>
  )
}

/** What has become of the run so far, followed while it is looked at. */
function Progress({ id, reason }: { id: number; reason: string | null }) {
  const t = useLabels(controlRun)
  const mayStop = useGranted(controlRun.permissions.stop) === true
  const { result, query } = useOne<Row>({
    resource: controlRunScreen.name,
    id,
    queryOptions: {
      retry: false,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.data.state === 'running' ? followMs : false),
    },
    errorNotification: false,
    liveMode: 'off',
  })
  const { send, isBusy, problem } = useCallMutation(stopRun, { onDone: () => query.refetch() })
  const word = (why: unknown) => optionLabel(t, controlRun, 'reason', String(why))
  const state = result?.state as
    | 'running'
    | 'done'
    | 'failed'
    | 'skipped'
    | 'interrupted'
    | undefined
  const why = result?.reason ?? reason
  const tone =
    state === 'done'
      ? 'success'
      : state === 'failed' || state === 'interrupted'
        ? 'error'
        : state === 'skipped' || reason
          ? 'warning'
          : 'info'
  const said =
    state && state !== 'running' && state !== 'skipped'
      ? `${optionLabel(t, controlRun, 'state', state)}${why ? ` · ${word(why)}` : ''}`
      : why
        ? t('equipment:ruleRun.skipped', { reason: word(why) })
        : t('equipment:ruleRun.began')
  return (
    <div role="status">
      <Alert className="kit-form-note" showIcon type={tone} message={said} />
      {problem && <Alert type="error" showIcon className="kit-form-note" message={problem} />}
      {/* Whoever may run rules and not read their log is told that it began. */}
      {result && !query.isError && <RunSteps row={result} />}
      {mayStop && state === 'running' && (
        <Button danger loading={isBusy} onClick={() => void send({ id })}>
          {t('equipment:ruleRun.stop')}
        </Button>
      )}
    </div>
  )
}
