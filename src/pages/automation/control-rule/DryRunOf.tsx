import { Alert, Button } from 'antd'
import { useState } from 'react'
import { controlRule } from '#contract/automation/control-rule.ts'
import { dryRunOf, type DryRun } from '#contract/automation/control-run.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DryRunOutcome } from './DryRunOutcome.tsx'

/**
 * Whether the rule that is being written would run now, and what it would move; nothing is moved.
 */
export default function DryRunOf({ value, names, kind, id }: FormFooterProps) {
  const t = useLabels(controlRule)
  const [found, setFound] = useState<{ answer: DryRun; of: string }>()
  const body = {
    ...formBody(controlRule.fields, names, value, kind),
    ...(id !== undefined && { id }),
  }
  const of = JSON.stringify(body)
  const { send, isBusy, problem, fields } = useCallMutation(dryRunOf, {
    onDone: (answer, input) => setFound({ answer, of: JSON.stringify(input) }),
  })
  const mistakes = Object.values(fields)
  return (
    <section className="rule-try" aria-label={t('equipment:ruleRun.try')} aria-busy={isBusy}>
      <Button loading={isBusy} onClick={() => void send(body as never)}>
        {t('equipment:ruleRun.try')}
      </Button>
      {problem && (
        <Alert
          type="error"
          showIcon
          message={mistakes.length > 0 ? mistakes.join('  ') : problem}
        />
      )}
      {found && !problem && (
        <div role="status" className={found.of === of ? undefined : 'kit-refreshing'}>
          <DryRunOutcome data={found.answer} />
        </div>
      )}
    </section>
  )
}
