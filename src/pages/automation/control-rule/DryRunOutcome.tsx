import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { controlRule } from '#contract/automation/control-rule.ts'
import { controlRun, type DryRun } from '#contract/automation/control-run.ts'
import { durationText } from '#src/features/telemetry/length.ts'
import { SeenList } from '#src/features/automation/RuleCells.tsx'
import { presentTarget, targetText } from '#src/features/automation/rule-words.ts'
import { useRuleDevices } from '#src/features/automation/use-rule-devices.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Whether a rule would run now and why not, with the present values and what it would move. */
export function DryRunOutcome({ data }: { data: DryRun }) {
  const t = useLabels(controlRule)
  const all = useRuleDevices()
  const { i18n } = useTranslation()
  const { reason } = data
  return (
    <>
      <Alert
        className="kit-form-note"
        showIcon
        type={reason ? 'warning' : 'success'}
        message={
          reason
            ? t('equipment:ruleRun.wouldNot', {
                reason: optionLabel(t, controlRun, 'reason', reason),
              })
            : t('equipment:ruleRun.would')
        }
        description={data.isEnabled ? undefined : t('equipment:ruleRun.off')}
      />
      {data.triggers.length > 0 && (
        <>
          <h2 className="rule-head">{t('equipment:controlRule.fields.triggers')}</h2>
          <SeenList seen={data.triggers} />
        </>
      )}
      {data.conditions.length > 0 && (
        <>
          <h2 className="rule-head">{t('equipment:controlRule.fields.conditions')}</h2>
          <SeenList seen={data.conditions} />
        </>
      )}
      <h2 className="rule-head">{t('equipment:controlRule.fields.actions')}</h2>
      <ol className="rule-list">
        {data.targets.map((target, at) => (
          <li key={at}>
            {target.deviceName} {targetText(t, all, target, target.channel, target.wanted)}
            {target.delaySeconds > 0 && (
              <span className="rule-note">
                {t('equipment:ruleEditor.after', {
                  length: durationText(target.delaySeconds, i18n.language),
                })}
              </span>
            )}
            <span className="rule-note">
              {target.present === null
                ? t('equipment:ruleRun.unknown')
                : t('equipment:ruleRun.now', {
                    value: presentTarget(t, all, target, target.channel, target.present),
                  })}
              {target.online === 0 && ` · ${t('equipment:ruleRun.offline')}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
