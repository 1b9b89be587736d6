import { factsOf } from '#contract/approval/forms.ts'
import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { mistakesOf, treeOf, type Branch, type Step } from '#contract/approval/flow.ts'
import type { FlowNode } from '#contract/approval/process.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { addBranch, insertAfter, moveBranch, remove, type AddedKind } from './flow-edit.ts'
import { linesOf, namesOf } from './flow-words.ts'
import { AddNode } from './AddNode.tsx'
import { NodeCard } from './NodeCard.tsx'
import { useChoices } from './use-choices.ts'
import './flow.css'

interface FlowProps {
  nodes: readonly FlowNode[]
  formCode: unknown
  /** Absent: only looked at. */
  onChange?: (nodes: FlowNode[]) => void
  onOpen?: (key: string) => void
  /** Nodes that a trial run passed. */
  passed?: ReadonlySet<string>
}
const zooms = [0.5, 0.65, 0.8, 1, 1.2]

/** The flow from top to bottom, its branches side by side. */
export function Flow({ nodes, formCode, onChange, onOpen, passed }: FlowProps) {
  const t = useLabels({ module: 'approval' })
  const choices = useChoices()
  const isNarrow = useNarrow()
  const [zoom, setZoom] = useState(isNarrow ? 1 : 3)
  const facts = factsOf(formCode)
  const mistakes = new Map(
    mistakesOf(nodes, String(formCode ?? '')).map(({ key, mistake }) => [key, mistake]),
  )
  const names = namesOf(t)
  // A wide flow is looked at from its beginning, which is in the middle.
  const canvas = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (canvas.current)
      canvas.current.scrollLeft = (canvas.current.scrollWidth - canvas.current.clientWidth) / 2
  }, [zoom])
  const add = (parent: string, after: string | null) =>
    onChange && (
      <AddNode
        onAdd={(kind: AddedKind) => onChange(insertAfter(nodes, parent, after, kind, names))}
      />
    )
  const card = (node: FlowNode, extra?: { isDefault: boolean; at: number; count: number }) => (
    <NodeCard
      node={node}
      isDefault={extra?.isDefault}
      lines={
        extra?.isDefault ? [t('approval:flow.otherwiseNote')] : linesOf(t, choices, facts, node)
      }
      isPassed={passed?.has(node.key)}
      mistake={
        onChange && mistakes.has(node.key)
          ? t(`approval:flow.mistakes.${mistakes.get(node.key)}`)
          : undefined
      }
      onOpen={onOpen && !extra?.isDefault ? () => onOpen(node.key) : undefined}
      onRemove={onChange && !extra?.isDefault ? () => onChange(remove(nodes, node.key)) : undefined}
      onLeft={
        onChange && extra && !extra.isDefault && extra.at > 0
          ? () => onChange(moveBranch(nodes, node.key, -1))
          : undefined
      }
      onRight={
        onChange && extra && !extra.isDefault && extra.at < extra.count - 2
          ? () => onChange(moveBranch(nodes, node.key, 1))
          : undefined
      }
    />
  )
  const chain = (steps: readonly Step[], parent: string) => (
    <>
      <div className="flow-link">{add(parent, null)}</div>
      {steps.map((step) => (
        <div key={step.node.key} className="flow-step">
          {step.node.kind === 'condition' ? fork(step) : card(step.node)}
          <div className="flow-link">{add(parent, step.node.key)}</div>
        </div>
      ))}
    </>
  )
  const fork = ({ node, branches }: Step) => (
    <div className="flow-fork" role="group" aria-label={node.name ?? names.condition}>
      {onChange && (
        <div className="flow-fork-head">
          <Button
            size="small"
            shape="round"
            onClick={() => onChange(addBranch(nodes, node.key, names))}
          >
            {t('approval:flow.addBranch')}
          </Button>
          <Button
            size="small"
            shape="round"
            danger
            onClick={() => onChange(remove(nodes, node.key))}
          >
            {t('approval:flow.removeFork')}
          </Button>
        </div>
      )}
      <div className="flow-branches">
        {branches.map((branch: Branch, at) => (
          <div key={branch.node.key} className="flow-branch">
            <i className="flow-line" />
            {card(branch.node, { isDefault: branch.isDefault, at, count: branches.length })}
            {chain(branch.steps, branch.node.key)}
            <i className="flow-rest" />
          </div>
        ))}
      </div>
    </div>
  )
  return (
    <div className="flow">
      <div className="flow-zoom">
        <Button
          size="small"
          disabled={zoom === 0}
          aria-label={t('approval:flow.smaller')}
          onClick={() => setZoom(zoom - 1)}
        >
          −
        </Button>
        <span className="kit-number">{Math.round(zooms[zoom]! * 100)}%</span>
        <Button
          size="small"
          disabled={zoom === zooms.length - 1}
          aria-label={t('approval:flow.larger')}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </Button>
      </div>
      <div
        ref={canvas}
        className="flow-canvas"
        tabIndex={0}
        role="group"
        aria-label={t('approval:approvalProcess.fields.nodes')}
      >
        <div className="flow-trunk" style={{ zoom: zooms[zoom] }}>
          <div className="flow-end">{t('approval:flow.start')}</div>
          {chain(treeOf(nodes), '')}
          {onChange && mistakes.has('') && (
            <p className="flow-mistake">{t(`approval:flow.mistakes.${mistakes.get('')!}`)}</p>
          )}
          <div className="flow-end">{t('approval:flow.end')}</div>
        </div>
      </div>
    </div>
  )
}
