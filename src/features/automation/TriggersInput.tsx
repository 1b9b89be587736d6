import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { RuleTrigger } from '#contract/automation/control-rule.ts'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { useLines } from '#src/kit/fields/lines/use-lines.ts'
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
export default function TriggersInput(props: InputProps) {
  const { id, disabled, describedBy } = props
  const t = useLabels({ module: 'equipment' })
  const { lines, set, add, remove, isFull } = useLines<RuleTrigger>(props)
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {lines.length === 0 && <p className="rule-hint">{t('equipment:ruleEditor.byHand')}</p>}
      {lines.map((line, at) => (
        // Lines have no name of their own; their place is what they are.
        <fieldset key={at} className="kit-line">
          <legend>
            {at + 1} · {t(`equipment:controlRun.options.trigger.${line.kind}`)}{' '}
            <LineRemove at={at} size="small" disabled={disabled} onRemove={remove} />
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
        <Button id={id} icon={<PlusOutlined />} disabled={isFull} onClick={() => add(blank)}>
          {t('equipment:ruleEditor.addDevice')}
        </Button>
        <Button icon={<PlusOutlined />} disabled={isFull} onClick={() => add(daily)}>
          {t('equipment:ruleEditor.addTimer')}
        </Button>
      </span>
    </div>
  )
}
