import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { FlowNode } from '#contract/approval/process.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface NodeCardProps {
  node: FlowNode
  lines: readonly string[]
  isDefault?: boolean | undefined
  isPassed?: boolean | undefined
  mistake?: string | undefined
  onOpen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  onLeft?: (() => void) | undefined
  onRight?: (() => void) | undefined
}

/** A node of the flow: what it is called and what it does; pressed, its properties open. */
export function NodeCard({
  node,
  lines,
  isDefault,
  isPassed,
  mistake,
  onOpen,
  onRemove,
  onLeft,
  onRight,
}: NodeCardProps) {
  const t = useLabels({ module: 'approval' })
  const body = (
    <>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {mistake && <span className="flow-mistake">{mistake}</span>}
    </>
  )
  return (
    <section
      className={`flow-card flow-${node.kind}${isPassed ? ' flow-passed' : ''}${mistake ? ' flow-wrong' : ''}`}
      aria-label={node.name ?? ''}
    >
      <header>
        <strong>{node.name || t(`approval:flow.kinds.${node.kind}`)}</strong>
        {onLeft && (
          <Button
            size="small"
            type="text"
            icon={<LeftOutlined />}
            aria-label={t('approval:flow.left', { name: node.name })}
            onClick={onLeft}
          />
        )}
        {onRight && (
          <Button
            size="small"
            type="text"
            icon={<RightOutlined />}
            aria-label={t('approval:flow.right', { name: node.name })}
            onClick={onRight}
          />
        )}
        {onRemove && (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('approval:flow.remove', { name: node.name })}
            onClick={onRemove}
          />
        )}
        {isDefault && <small>{t('approval:flow.default')}</small>}
      </header>
      {onOpen ? (
        <button
          type="button"
          className="flow-body"
          aria-label={t('approval:flow.set', { name: node.name })}
          onClick={onOpen}
        >
          {body}
        </button>
      ) : (
        <div className="flow-body">{body}</div>
      )}
    </section>
  )
}
