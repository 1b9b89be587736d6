import type { DryStep } from '#contract/approval/process-calls.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './approval.css'

/** Whom a document comes by, node by node, as far as it is known before it is handed in. */
export function Way({ steps }: { steps: readonly (Omit<DryStep, 'key'> & { key?: string })[] }) {
  const t = useLabels({ module: 'approval' })
  return (
    <ol className="approval-way">
      {steps.map((step, at) => (
        <li key={step.key ?? at}>
          <strong>{step.name || t(`approval:flow.kinds.${step.kind}`)}</strong>{' '}
          {step.isOpen
            ? t('approval:flow.sources.choice')
            : step.people.join(t('approval:flow.and')) || t('approval:dry.none')}{' '}
          <small>
            {[
              step.mode && t(`approval:flow.modes.${step.mode}`, { percent: step.percent ?? '' }),
              step.standIn && t(`approval:standIns.${step.standIn}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ol>
  )
}
