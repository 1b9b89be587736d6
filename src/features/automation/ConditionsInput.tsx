import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment } from 'react'
import type { RuleCondition } from '#contract/automation/control-rule.ts'
import { LineRemove } from '#src/kit/fields/lines/LineTools.tsx'
import { useLines } from '#src/kit/fields/lines/use-lines.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LimitFields } from './LimitFields.tsx'
import './rules.css'

type Line = { [K in keyof RuleCondition]: RuleCondition[K] | null }
const mostGroups = 5

/** Conditions in groups: all of a group, and any one group. */
export default function ConditionsInput(props: InputProps) {
  const { id, onChange, disabled, describedBy } = props
  const t = useLabels({ module: 'equipment' })
  const { lines, set, isFull } = useLines<Line>(props)
  const groups = [...new Set(lines.map(({ group }) => group!))].sort((a, b) => a - b)
  const add = (group: number) =>
    onChange([
      ...lines,
      { group, deviceId: null, metric: null, operator: 'above', value: null, value2: null },
    ])
  // Groups are counted without a gap, whichever of them goes.
  const remove = (at: number) => {
    const left = lines.filter((_, other) => other !== at)
    const kept = groups.filter((group) => left.some((line) => line.group === group))
    onChange(left.map((line) => ({ ...line, group: kept.indexOf(line.group!) + 1 })))
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {groups.length === 0 && <p className="rule-hint">{t('equipment:ruleEditor.always')}</p>}
      {groups.map((group, nth) => (
        <Fragment key={group}>
          {nth > 0 && <p className="rule-or">{t('equipment:ruleEditor.or')}</p>}
          <fieldset className="kit-line">
            <legend>{t('equipment:ruleEditor.group', { group })}</legend>
            {lines.map(
              (line, at) =>
                line.group === group && (
                  <div key={at} className="rule-line">
                    <LimitFields
                      id={`${id}-${at}-`}
                      line={line}
                      disabled={disabled}
                      onChange={(change) => set(at, change)}
                    />
                    <LineRemove at={at} disabled={disabled} onRemove={remove} />
                  </div>
                ),
            )}
            <Button
              size="small"
              icon={<PlusOutlined />}
              disabled={isFull}
              onClick={() => add(group)}
            >
              {t('equipment:ruleEditor.and')}
            </Button>
          </fieldset>
        </Fragment>
      ))}
      <Button
        id={id}
        icon={<PlusOutlined />}
        disabled={isFull || groups.length >= mostGroups}
        onClick={() => add(groups.length + 1)}
      >
        {t(
          groups.length === 0
            ? 'equipment:ruleEditor.addCondition'
            : 'equipment:ruleEditor.addGroup',
        )}
      </Button>
    </div>
  )
}
