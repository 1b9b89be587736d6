import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { RuleTrigger } from '#contract/equipment/control-rule.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { NumberBox } from '../NumberBox.tsx'
import { CronField } from './CronField.tsx'
import { LimitFields } from './LimitFields.tsx'
import './rules.css'

const blank: RuleTrigger = { kind: 'device', deviceId: null, metric: null, operator: 'above', value: null, value2: null, seconds: 0, cron: null }
const daily: RuleTrigger = { ...blank, kind: 'timer', operator: null, seconds: null, cron: '0 6 * * *' }

/** What sets a rule off; with nothing here it runs by hand. */
export default function TriggersInput({ id, field, value, onChange, disabled, describedBy }: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const lines = (value ?? []) as RuleTrigger[]
  const set = (at: number, change: Partial<RuleTrigger>) => onChange(lines.map((line, other) => (other === at ? { ...line, ...change } : line)))
  const isFull = lines.length >= (field.max ?? 0)
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {lines.length === 0 && <p className="rule-hint">{t('equipment:ruleEditor.byHand')}</p>}
      {lines.map((line, at) => (
        // Lines have no name of their own; their place is what they are.
        <fieldset key={at} className="kit-line">
          <legend>{at + 1} · {t(`equipment:controlRun.options.trigger.${line.kind}`)} <Button size="small" type="text" icon={<CloseOutlined />} disabled={disabled} aria-label={t('kit:lines.remove', { at: at + 1 })} onClick={() => onChange(lines.filter((_, other) => other !== at))} /></legend>
          {line.kind === 'timer' ? <CronField id={`${id}-${at}-cron`} value={line.cron ?? ''} disabled={disabled} onChange={(cron) => set(at, { cron })} /> : (
            <div className="rule-line">
              <LimitFields id={`${id}-${at}-`} line={line} disabled={disabled} onChange={(change) => set(at, change)} />
              <label className="rule-for">{t('equipment:ruleEditor.lasting')} <NumberBox id={`${id}-${at}-seconds`} className="rule-seconds" limits={{ min: 0, max: 86_400, decimals: 0, unit: t('common:units.second') }} value={line.seconds ?? null} disabled={disabled} onChange={(next) => set(at, { seconds: next as number | null })} /></label>
            </div>
          )}
        </fieldset>
      ))}
      <span className="rule-buttons">
        <Button id={id} icon={<PlusOutlined />} disabled={disabled || isFull} onClick={() => onChange([...lines, blank])}>{t('equipment:ruleEditor.addDevice')}</Button>
        <Button icon={<PlusOutlined />} disabled={disabled || isFull} onClick={() => onChange([...lines, daily])}>{t('equipment:ruleEditor.addTimer')}</Button>
      </span>
    </div>
  )
}
