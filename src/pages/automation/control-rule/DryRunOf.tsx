import { controlRule } from '#contract/automation/control-rule.ts'
import { dryRunOf } from '#contract/automation/control-run.ts'
import { formBody } from '#src/kit/form/values/form-value.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { TryDraft } from '#src/kit/form/draft/TryDraft.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DryRunOutcome } from './DryRunOutcome.tsx'

/**
 * Whether the rule that is being written would run now, and what it would move; nothing is moved.
 */
export default function DryRunOf({ value, names, kind, id }: FormFooterProps) {
  const t = useLabels(controlRule)
  const body = {
    ...formBody(controlRule.fields, names, value, kind),
    ...(id !== undefined && { id }),
  }
  return (
    <TryDraft call={dryRunOf} body={body} className="rule-try" title={t('equipment:ruleRun.try')}>
      {(answer) => <DryRunOutcome data={answer} />}
    </TryDraft>
  )
}
