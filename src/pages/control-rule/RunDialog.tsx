import { Alert, Button, Modal, Skeleton } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { controlRule } from '#contract/equipment/control-rule.ts'
import { controlRun, dryRun, runRule } from '#contract/equipment/control-run.ts'
import { call } from '#src/api/call.ts'
import { presentTarget, targetText } from '#src/devices/rules/rule-words.ts'
import { SeenList } from '#src/devices/rules/RuleCells.tsx'
import { useRuleDevices } from '#src/devices/rules/use-rule-devices.ts'
import { optionLabel } from '#src/kit/label.ts'
import { sentenceOf } from '#src/kit/refusal.ts'
import type { ActionDialogProps } from '#src/kit/resource.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { useSubmit } from '#src/kit/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

const againMs = 3000

/** Whether the rule would run now and why not, with the present values; and running it. */
export default function RunDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(controlRule)
  const all = useRuleDevices()
  const { run, isBusy, problem } = useSubmit()
  const { data, error } = useQuery({ queryKey: ['dryRun', row.id], queryFn: ({ signal }) => call(dryRun, { id: row.id }, { quiet: true, signal }), refetchInterval: againMs, staleTime: 0 })
  const reason = data?.reason
  const word = (why: string) => optionLabel(t, controlRun, 'reason', why)
  const start = () => run(async () => {
    const begun = await call(runRule, { id: row.id }, { quiet: true })
    toast({ text: begun.reason ? t('equipment:ruleRun.skipped', { reason: word(begun.reason) }) : t('equipment:ruleRun.began'), tone: begun.reason ? 'plain' : 'good' })
    onClose(true)
  })
  return (
    <Modal
      open width={640} title={t('equipment:ruleRun.title', { name: String(row.name) })} transitionName="" maskTransitionName="" onCancel={() => onClose(false)}
      footer={<><Button onClick={() => onClose(false)}>{t('common:buttons.close')}</Button><Button type="primary" loading={isBusy} disabled={!data} onClick={() => void start()}>{t('equipment:ruleRun.start')}</Button></>}
    >
      {problem && <Alert type="error" showIcon className="kit-form-note" message={problem} />}
      {error && !data && <Alert type="error" showIcon message={sentenceOf(t, error).text} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && (
        <>
          <Alert
            className="kit-form-note" showIcon type={reason ? 'warning' : 'success'} message={reason ? t('equipment:ruleRun.wouldNot', { reason: word(reason) }) : t('equipment:ruleRun.would')}
            description={data.isEnabled ? undefined : t('equipment:ruleRun.off')}
          />
          {data.triggers.length > 0 && <><h4>{t('equipment:controlRule.fields.triggers')}</h4><SeenList seen={data.triggers} /></>}
          {data.conditions.length > 0 && <><h4>{t('equipment:controlRule.fields.conditions')}</h4><SeenList seen={data.conditions} /></>}
          <h4>{t('equipment:controlRule.fields.actions')}</h4>
          <ol className="rule-list">
            {data.targets.map((target, at) => (
              <li key={at}>
                {target.deviceName} {targetText(t, all, target, target.channel, target.wanted)}
                {target.delaySeconds > 0 && <span className="rule-note">{t('equipment:ruleEditor.after', { seconds: target.delaySeconds })}</span>}
                <span className="rule-note">{target.present === null ? t('equipment:ruleRun.unknown') : t('equipment:ruleRun.now', { value: presentTarget(t, all, target, target.channel, target.present) })}{target.online === 0 && ` · ${t('equipment:ruleRun.offline')}`}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Modal>
  )
}
