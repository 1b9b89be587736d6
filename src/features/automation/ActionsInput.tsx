import { PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented, Select } from 'antd'
import type { RuleAction } from '#contract/automation/control-rule.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { LineTools } from '#src/kit/fields/lines/LineTools.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DurationBox } from '#src/features/equipment/DurationBox.tsx'
import { NumberBox } from '#src/features/command/NumberBox.tsx'
import { valueText } from '#src/features/equipment/reading-words.ts'
import { choicesFor, switchesOf } from './rule-words.ts'
import { useRuleDevices } from './use-rule-devices.ts'
import './rules.css'

type Line = Omit<RuleAction, 'channel' | 'value'> & { channel: string | null; value: number | null }
/** Twenty minutes. */
const usualHold = 1200
const blank: Line = {
  mode: 'serial',
  deviceId: null,
  groupId: null,
  channel: null,
  value: null,
  delaySeconds: 0,
  holdSeconds: 0,
  stopFlag: 1,
}

/** What a rule does, step by step. */
export default function ActionsInput({
  id,
  field,
  value,
  onChange,
  disabled,
  describedBy,
  invalid,
}: InputProps) {
  const t = useLabels({ module: 'equipment' })
  const all = useRuleDevices()
  const lines = (value ?? []) as Line[]
  const set = (at: number, change: Partial<Line>) =>
    onChange(lines.map((line, other) => (other === at ? { ...line, ...change } : line)))
  const word = (name: string) => t(`equipment:controlRule.lines.actions.${name}`)
  const targets = [
    {
      label: word('groupId'),
      options: all.groups.map(({ id: group, name }) => ({ value: `g${group}`, label: name })),
    },
    {
      label: word('deviceId'),
      options: all.devices
        .filter(({ id: device }) => switchesOf(t, all, { deviceId: device }).length > 0)
        .map(({ id: device, name }) => ({ value: `d${device}`, label: name })),
    },
  ].filter(({ options }) => options.length > 0)
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
    >
      {lines.map((line, at) => {
        const switches = switchesOf(t, all, line)
        const target = switches.find(({ channel }) => channel === line.channel)
        const isLevel = target?.place.about.kind === 'level'
        const isHeld =
          line.holdSeconds !== null && line.holdSeconds !== undefined && line.holdSeconds !== 0
        // What goes back to 0 by itself has to be away from it first.
        const canHold =
          target &&
          target.place.about.kind !== 'reset' &&
          target.reading.min <= 0 &&
          line.value !== null &&
          line.value !== 0
        const offWord = canHold
          ? isLevel
            ? valueText(t, target.reading, 0)
            : choicesFor(t, target).find(({ value: code }) => code === 0)?.label
          : ''
        return (
          <fieldset key={at} className="kit-line">
            <legend>
              {t('equipment:ruleEditor.step', { at: at + 1 })}
              <LineTools lines={lines} at={at} disabled={disabled} onChange={onChange} />
            </legend>
            <div className="rule-line">
              {at > 0 && (
                <Segmented
                  aria-label={word('mode')}
                  disabled={disabled}
                  value={line.mode}
                  onChange={(mode) => set(at, { mode })}
                  options={(['serial', 'parallel'] as const).map((mode) => ({
                    value: mode,
                    label: t(`equipment:ruleEditor.${mode}`),
                  }))}
                />
              )}
              <Select
                id={`${id}-${at}-target`}
                aria-label={word('deviceId')}
                className="rule-device"
                showSearch
                optionFilterProp="label"
                placeholder={t('equipment:ruleEditor.target')}
                disabled={disabled}
                options={targets}
                value={
                  line.deviceId
                    ? `d${line.deviceId}`
                    : line.groupId
                      ? `g${line.groupId}`
                      : undefined
                }
                onChange={(key: string) =>
                  set(at, {
                    deviceId: key.startsWith('d') ? Number(key.slice(1)) : null,
                    groupId: key.startsWith('g') ? Number(key.slice(1)) : null,
                    channel: null,
                    value: null,
                  })
                }
              />
              <Select
                id={`${id}-${at}-channel`}
                aria-label={word('channel')}
                className="rule-device"
                placeholder={word('channel')}
                disabled={disabled || switches.length === 0}
                value={line.channel ?? undefined}
                options={switches.map(({ channel, label }) => ({ value: channel, label }))}
                onChange={(channel: string) => set(at, { channel, value: null, holdSeconds: 0 })}
              />
              {isLevel ? (
                <NumberBox
                  id={`${id}-${at}-value`}
                  label={word('value')}
                  className="rule-value"
                  placeholder={word('value')}
                  limits={target.reading}
                  value={line.value}
                  disabled={disabled}
                  onChange={(next) => set(at, { value: next as number | null })}
                />
              ) : (
                <Select
                  id={`${id}-${at}-value`}
                  aria-label={word('value')}
                  className="rule-value"
                  placeholder={word('value')}
                  disabled={disabled || !target}
                  value={line.value ?? undefined}
                  options={target ? choicesFor(t, target) : []}
                  onChange={(next: number) =>
                    set(at, { value: next, ...(next === 0 && { holdSeconds: 0 }) })
                  }
                />
              )}
              <span className="rule-for">
                {word('delaySeconds')}{' '}
                <DurationBox
                  id={`${id}-${at}-delay`}
                  label={word('delaySeconds')}
                  max={3600}
                  value={line.delaySeconds ?? null}
                  disabled={disabled}
                  onChange={(next) => set(at, { delaySeconds: next as number })}
                />
              </span>
              {canHold && (
                <span className="rule-for">
                  <Checkbox
                    checked={isHeld}
                    disabled={disabled}
                    onChange={(event) =>
                      set(at, { holdSeconds: event.target.checked ? usualHold : 0 })
                    }
                  >
                    {t('equipment:ruleEditor.hold', { effect: offWord })}
                  </Checkbox>
                  {isHeld && (
                    <DurationBox
                      id={`${id}-${at}-hold`}
                      label={word('holdSeconds')}
                      max={86_400}
                      value={line.holdSeconds ?? null}
                      disabled={disabled}
                      onChange={(next) => set(at, { holdSeconds: next as number })}
                    />
                  )}
                </span>
              )}
              <Checkbox
                checked={line.stopFlag === 1}
                disabled={disabled}
                onChange={(event) => set(at, { stopFlag: event.target.checked ? 1 : 0 })}
              >
                {word('stopFlag')}
              </Checkbox>
            </div>
            {target?.place.about.danger && (
              <p className="rule-hint">{t('equipment:ruleEditor.dangerous')}</p>
            )}
          </fieldset>
        )
      })}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={disabled || lines.length >= (field.max ?? 0)}
        onClick={() => onChange([...lines, blank])}
      >
        {t('equipment:ruleEditor.addStep')}
      </Button>
    </div>
  )
}
