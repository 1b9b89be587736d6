import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { factsOf } from '#contract/approval/forms.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import { dryRunFlow, type DryStep } from '#contract/approval/process-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { Way } from '#src/features/approval/Way.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { valuesOf } from './flow-words.ts'
import { useChoices } from './use-choices.ts'

/** Walks the flow as it stands with a document that is not there: which way, and who would be asked. */
export function DryRun({
  nodes,
  formCode,
  onPassed,
}: {
  nodes: readonly FlowNode[]
  formCode: unknown
  onPassed: (keys: ReadonlySet<string>) => void
}) {
  const t = useLabels({ module: 'approval' })
  const choices = useChoices()
  const [given, setGiven] = useState<Readonly<Record<string, string | number | null>>>({})
  const [submitterId, setSubmitter] = useState<number>()
  const [steps, setSteps] = useState<readonly DryStep[]>()
  // The submitter's department comes with the submitter.
  const facts = Object.entries(factsOf(formCode)).filter(([name]) => name !== 'organizationId')
  const set = (name: string, value: string | number | null | undefined) =>
    setGiven({ ...given, [name]: value ?? null })
  const { send, isBusy, problem, fields } = useCallMutation(dryRunFlow, {
    onDone: (found) => {
      setSteps(found)
      onPassed(new Set(found.map(({ key }) => key)))
    },
  })
  const walk = () =>
    send({
      formCode: String(formCode),
      nodes: [...nodes],
      facts: given,
      submitterId: submitterId!,
    })
  return (
    <section className="flow-dry" aria-label={t('approval:dry.title')}>
      <h3>{t('approval:dry.title')}</h3>
      <p className="kit-nothing">{t('approval:dry.note')}</p>
      <div className="flow-dry-form">
        <label>
          {t('approval:dry.submitter')}
          <Select
            showSearch
            optionFilterProp="label"
            aria-label={t('approval:dry.submitter')}
            value={submitterId}
            onChange={setSubmitter}
            options={choices?.users.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </label>
        {facts.map(([name, fact]) => (
          <label key={name}>
            {t(`approval:facts.${name}`)}
            {fact.kind === 'money' || fact.kind === 'integer' ? (
              <NumberBox
                className="kit-full"
                aria-label={t(`approval:facts.${name}`)}
                min={0}
                max={99_999_999}
                precision={fact.kind === 'money' ? 2 : 0}
                value={given[name] as number | null}
                onChange={(value) => set(name, value)}
              />
            ) : valuesOf(t, choices, fact).length > 0 ? (
              <Select
                allowClear
                showSearch
                optionFilterProp="label"
                aria-label={t(`approval:facts.${name}`)}
                value={(given[name] as string | null) ?? undefined}
                onChange={(value: string | undefined) => set(name, value)}
                options={valuesOf(t, choices, fact)}
              />
            ) : (
              <Input disabled aria-label={t(`approval:facts.${name}`)} />
            )}
          </label>
        ))}
        <Button
          type="primary"
          ghost
          loading={isBusy}
          disabled={!submitterId || !formCode}
          onClick={() => void walk()}
        >
          {t('approval:dry.run')}
        </Button>
      </div>
      {problem && (
        <Alert type="error" showIcon message={fields.nodes ?? fields.submitterId ?? problem} />
      )}
      {steps &&
        !problem &&
        (steps.length === 0 ? <p>{t('approval:dry.nobody')}</p> : <Way steps={steps} />)}
    </section>
  )
}
