import { factsOf } from '#contract/approval/forms.ts'
import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { operatorsOf } from '#contract/approval/flow.ts'
import type { FlowCondition, FlowNode } from '#contract/approval/process.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { valuesOf } from './flow-words.ts'
import { useChoices } from './use-choices.ts'

/** What has to hold for a branch to be taken: all of it. */
export function BranchConditions({
  node,
  formCode,
  onChange,
}: {
  node: FlowNode
  formCode: unknown
  onChange: (to: Partial<FlowNode>) => void
}) {
  const t = useLabels({ module: 'approval' })
  const choices = useChoices()
  const facts = factsOf(formCode)
  const conditions = node.conditions ?? []
  const set = (at: number, to: Partial<FlowCondition>) =>
    onChange({
      conditions: conditions.map((one, other) => (other === at ? { ...one, ...to } : one)),
    })
  const blankFor = (fact: string): FlowCondition => ({
    fact,
    operator: operatorsOf(facts[fact]!)[0],
    value: null,
    values: null,
  })
  return (
    <>
      <p>{t('approval:flow.allHold')}</p>
      <div className="flow-conditions">
        {conditions.map((one, at) => {
          const fact = facts[one.fact]
          const isNumber = fact?.kind === 'money' || fact?.kind === 'integer'
          return (
            <div
              key={at}
              className="flow-condition"
              role="group"
              aria-label={t('approval:flow.conditionAt', { at: at + 1 })}
            >
              <Select
                aria-label={t('approval:flow.fact')}
                value={one.fact}
                onChange={(name: string) => set(at, blankFor(name))}
                options={Object.keys(facts).map((value) => ({
                  value,
                  label: t(`approval:facts.${value}`),
                }))}
              />
              <Select
                aria-label={t('approval:flow.operator')}
                value={one.operator}
                onChange={(operator) => set(at, { operator })}
                options={
                  fact
                    ? operatorsOf(fact).map((value) => ({
                        value,
                        label: t(`approval:flow.operators.${value}`),
                      }))
                    : []
                }
              />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('approval:flow.removeCondition', { at: at + 1 })}
                onClick={() =>
                  onChange({ conditions: conditions.filter((_, other) => other !== at) })
                }
              />
              {isNumber ? (
                <NumberBox
                  aria-label={t('approval:flow.value')}
                  min={0}
                  max={99_999_999}
                  precision={fact.kind === 'money' ? 2 : 0}
                  suffix={fact.kind === 'money' ? t('common:units.yuan') : undefined}
                  value={one.value}
                  onChange={(value) => set(at, { value })}
                />
              ) : (
                <Select
                  aria-label={t('approval:flow.value')}
                  mode="multiple"
                  showSearch
                  optionFilterProp="label"
                  value={one.values ?? []}
                  onChange={(values: string[]) => set(at, { values })}
                  options={valuesOf(t, choices, fact)}
                />
              )}
            </div>
          )
        })}
      </div>
      <Button
        icon={<PlusOutlined />}
        disabled={conditions.length >= 10 || Object.keys(facts).length === 0}
        onClick={() => onChange({ conditions: [...conditions, blankFor(Object.keys(facts)[0]!)] })}
      >
        {t('approval:flow.addCondition')}
      </Button>
    </>
  )
}
