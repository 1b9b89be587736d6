import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { RuleTrigger } from '#contract/automation/control-rule.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DurationBox } from '#src/features/equipment/DurationBox.tsx'
import { LimitFields } from './LimitFields.tsx'
import { TimerField } from './TimerField.tsx'
import './rules.css'

const blank: RuleTrigger = {
  kind: 'device',
  deviceId: null,
  metric: null,
  operator: 'above',
  value: null,
  value2: null,
  seconds: 0,
  cron: null,
}
const daily: RuleTrigger = {
  ...blank,
  kind: 'timer',
  operator: null,
  seconds: null,
  cron: '0 6 * * *',
}

/** What sets a rule off; with nothing here it runs by hand. */
export default function TriggersInput({
  id,
  field,
  value,
  onChange,
  disabled,
  describedBy,
}: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const lines = (value ?? []) as RuleTrigger[]
  const set = (at: number, change: Partial<RuleTrigger>) =>
    onChange(lines.map((line, other) => (other === at ? { ...line, ...change } : line)))
  const isFull = lines.length >= (field.max ?? 0)
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {lines.length === 0 && <p className="rule-hint">{t('equipment:ruleEditor.byHand')}</p>}
      {lines.map((line, at) => (
        // Lines have no name of their own; their place is what they are.
        <fieldset key={at} className="kit-line">
          <legend>
            {at + 1} · {t(`equipment:controlRun.options.trigger.${line.kind}`)}{' '}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              disabled={disabled}
              aria-label={t('kit:lines.remove', { at: at + 1 })}
              onClick={() => onChange(lines.filter((_, other) => other !== at))}
            />
          </legend>
          {line.kind === 'timer' ? (
            <TimerField
              id={`${id}-${at}-cron`}
              value={line.cron ?? ''}
              disabled={disabled}
              onChange={(cron) => set(at, { cron })}
            />
          ) : (
            <div className="rule-line">
              <LimitFields
                id={`${id}-${at}-`}
                line={line}
                disabled={disabled}
                onChange={(change) => set(at, change)}
              />
              <span className="rule-for">
                {t('equipment:ruleEditor.lasting')}{' '}
                <DurationBox
                  id={`${id}-${at}-seconds`}
                  label={t('equipment:ruleEditor.lasting')}
                  max={86_400}
                  value={line.seconds ?? null}
                  disabled={disabled}
                  onChange={(seconds) => set(at, { seconds: seconds as number | null })}
                />
              </span>
            </div>
          )}
        </fieldset>
      ))}
      <span className="rule-buttons">
        <Button
          id={id}
          icon={<PlusOutlined />}
          disabled={disabled || isFull}
          onClick={() => onChange([...lines, blank])}
        >
          {t('equipment:ruleEditor.addDevice')}
        </Button>
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || isFull}
          onClick={() => onChange([...lines, daily])}
        >
          {t('equipment:ruleEditor.addTimer')}
        </Button>
      </span>
    </div>
  )
}
