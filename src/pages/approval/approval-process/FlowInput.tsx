import { Alert } from 'antd'
import { useState } from 'react'
import { processStates, type FlowNode } from '#contract/approval/process.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { DryRun } from './DryRun.tsx'
import { Flow } from './Flow.tsx'
import { change } from './flow-edit.ts'
import { NodeDrawer } from './NodeDrawer.tsx'

const nothing: ReadonlySet<string> = new Set()

/** The designer: the flow, the drawer of the node that is open, and the trial run. */
export default function FlowInput({
  id,
  value,
  above,
  row,
  onChange,
  disabled,
  describedBy,
  invalid,
}: InputProps) {
  const t = useLabels({ module: 'approval' })
  const [opened, setOpened] = useState<string>()
  const [passed, setPassed] = useState(nothing)
  const nodes = (value ?? []) as FlowNode[]
  const node = nodes.find(({ key }) => key === opened)
  // What is in use stays as it is until it is taken out of use.
  const isFixed = disabled || row?.state === processStates.enabled
  const set = (next: FlowNode[]) => {
    setPassed(nothing)
    onChange(next)
  }
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
    >
      {row?.state === processStates.enabled && (
        <Alert type="info" showIcon className="kit-form-note" message={t('approval:flow.inUse')} />
      )}
      {!above && <p className="kit-nothing">{t('approval:flow.chooseForm')}</p>}
      <Flow
        nodes={nodes}
        formCode={above}
        passed={passed}
        {...(!isFixed && { onChange: set, onOpen: setOpened })}
      />
      {node && (
        <NodeDrawer
          node={node}
          formCode={above}
          onChange={(to) => set(change(nodes, node.key, to))}
          onClose={() => setOpened(undefined)}
        />
      )}
      <DryRun nodes={nodes} formCode={above} onPassed={setPassed} />
    </div>
  )
}
